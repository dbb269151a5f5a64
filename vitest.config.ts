import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { countReporter } from './scripts/count-reporter.ts';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    reporters: ['default', countReporter],
    // The tests wait for processes and disks, so that more workers than cores are of use.
    maxWorkers: 3,
    // Generous, because an end-to-end test starts processes and a busy machine must not fail it.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // A test that forgets its own home must not write into the real one.
    env: { DEEP_THINK_HOME: join(tmpdir(), 'deep-think-mcp-no-home-set') },
  },
});
