import { existsSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { getMcpConfigForManifest, unpackExtension } from '@anthropic-ai/mcpb';
import { expect, it } from 'vitest';
import { packMcpb } from '../../scripts/ship/mcpb.mjs';
import { smoke } from '../../scripts/smoke.mjs';
import { PROJECT } from '../support/server-process.ts';
import { tempHome } from '../support/temp-home.ts';

const MOST_BYTES = 1024 * 1024;

it('packs a bundle that, once unpacked, serves from the folder that the user chose', async () => {
  const home = tempHome();
  const unpacked = join(dirname(home), 'unpacked');
  const file = await packMcpb(PROJECT, join(dirname(home), 'build'), { silent: true });
  expect(statSync(file).size).toBeLessThan(MOST_BYTES);
  expect(await unpackExtension({ mcpbPath: file, outputDir: unpacked, silent: true })).toBe(true);

  const manifest = JSON.parse(readFileSync(join(unpacked, 'manifest.json'), 'utf8'));
  const launch = await getMcpConfigForManifest({
    manifest,
    extensionPath: unpacked,
    systemDirs: { HOME: join(dirname(home), 'nobody') },
    userConfig: { data_folder: home },
    pathSeparator: '/',
  });
  expect(launch).toMatchObject({ command: 'node', env: { DEEP_THINK_HOME: home } });
  const run = await smoke({
    command: process.execPath,
    args: launch?.args ?? [],
    home: launch?.env?.DEEP_THINK_HOME ?? '',
    cwd: unpacked,
    calls: [{ name: 'start_session', arguments: { question: 'Does the bundle work?', mode: 'serial' } }],
  });
  expect(run.errors).toEqual([]);
  expect(run.tools.map(({ name }) => name)).toEqual(
    manifest.tools.map(({ name }: { readonly name: string }) => name),
  );
  expect(run.replies[0]).not.toHaveProperty('structuredContent.error');
  expect(existsSync(join(home, 'sessions'))).toBe(true);
});
