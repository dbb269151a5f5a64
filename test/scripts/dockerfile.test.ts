import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { PROJECT } from '../support/server-process.ts';

const lines = readFileSync(join(PROJECT, 'Dockerfile'), 'utf8').split('\n');
const wordsOf = (instruction: string) =>
  lines.filter((line) => line.startsWith(`${instruction} `)).map((line) => line.split(' ').slice(1));

it('copies into the image only what the checkout has after a build', () => {
  const sources = wordsOf('COPY').flatMap((words) =>
    words.filter((word) => !word.startsWith('--')).slice(0, -1),
  );
  const paths = sources.map((source) => source.replace(/^\/src\//, ''));
  expect(paths).toEqual(expect.arrayContaining(['package-lock.json', 'dist', 'config', 'lenses']));
  expect(paths.filter((path) => !existsSync(join(PROJECT, path)))).toEqual([]);
});

it('serves as a user other than root, with the data in a volume', () => {
  expect(wordsOf('USER')).toEqual([['node']]);
  expect(wordsOf('ENV')).toEqual([['DEEP_THINK_HOME=/data']]);
  expect(wordsOf('VOLUME')).toEqual([['/data']]);
  expect(wordsOf('ENTRYPOINT').flat().join(' ')).toBe('["node", "/opt/deep-think-mcp/dist/main.cjs"]');
});
