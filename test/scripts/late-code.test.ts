import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { bundle, bundledInputs } from '../../scripts/build/bundle.mjs';
import { PROJECT } from '../support/server-process.ts';

const ENTRIES = {
  'dist/main.cjs': 'src/main.ts',
  'dist/app.cjs': 'src/app.ts',
  'dist/cli.cjs': 'src/cli/command-line.ts',
  'dist/http.cjs': 'src/http/serving.ts',
  'dist/llm.cjs': 'src/llm/workshop.ts',
  'dist/record.cjs': 'src/render/renderer.ts',
};

describe('the code that a start does not need', () => {
  it('is not in the file that speaks the protocol; of prompts and resources only the lists are', async () => {
    const { metafile } = await bundle(PROJECT, ENTRIES);
    const { 'dist/main.cjs': main } = metafile.outputs;
    if (main === undefined) throw new Error('the file was not built');
    const held = bundledInputs({ inputs: {}, outputs: { main } });
    expect(held.filter((path) => /^src\/(prompts|resources|protocols|session-tools)\//.test(path))).toEqual([
      'src/prompts/list.ts',
      'src/resources/list.ts',
    ]);
  });
});

describe('the code that asks models, serves several clients or writes records', () => {
  it('is a file of its own, which the server names but does not hold', async () => {
    const { files, metafile } = await bundle(PROJECT, ENTRIES);
    expect(files.map(({ path }) => path).sort()).toEqual(Object.keys(ENTRIES).sort());
    const { 'dist/main.cjs': main, 'dist/app.cjs': app } = metafile.outputs;
    if (main === undefined || app === undefined) throw new Error('a file was not built');
    const held = bundledInputs({ inputs: {}, outputs: { main, app } });
    expect(
      held.filter((path) =>
        /^(src\/http|src\/llm|src\/render|vendor)\/|eventsource|markdown-it|d3-|\/diff\//.test(path),
      ),
    ).toEqual([]);
  });

  it('is the only code that can open a connection', () => {
    const built = ['main.cjs', 'app.cjs', 'record.cjs'].map((name) =>
      readFileSync(join(PROJECT, 'dist', name), 'utf8'),
    );
    const main = built.join('\n');
    expect(main).not.toMatch(/["'](?:node:)?(?:https?|net|tls|dgram|http2)["']/);
    expect(main).not.toMatch(/\bfetch\s*\(/);
    for (const name of ['llm.cjs', 'http.cjs']) {
      const late = readFileSync(join(PROJECT, 'dist', name), 'utf8');
      expect(late, name).toMatch(/["']node:http["']/);
    }
  });
});
