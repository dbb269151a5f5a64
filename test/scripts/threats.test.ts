import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { PROJECT } from '../support/server-process.ts';

const page = readFileSync(join(PROJECT, 'docs', 'THREATS.md'), 'utf8');

it('every protection is held by tests that exist', () => {
  const rows = page.split('\n').filter((line) => /^\| (?!threat \|)/.test(line));
  expect(rows.length).toBeGreaterThan(15);
  const named = rows.map((row) => [row, row.match(/`test\/[\w./-]+\.test\.ts`/g) ?? []] as const);
  expect(named.filter(([, tests]) => tests.length === 0)).toEqual([]);
  const missing = named
    .flatMap(([, tests]) => tests)
    .filter((test) => !existsSync(join(PROJECT, test.slice(1, -1))));
  expect(missing).toEqual([]);
});
