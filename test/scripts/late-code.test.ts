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

type Outputs = Awaited<ReturnType<typeof bundle>>['metafile']['outputs'];

/** These files and those that they share with others. */
function loadedWith(outputs: Outputs, ...names: string[]): string[] {
  const loaded = new Set(names);
  for (const name of loaded)
    for (const { path, kind } of outputs[name]?.imports ?? [])
      if (kind === 'import-statement' && path in outputs) loaded.add(path);
  if (names.some((name) => !(name in outputs))) throw new Error('a file was not built');
  return [...loaded];
}

/** The sources whose code is loaded with these files. */
function heldBy(outputs: Outputs, ...names: string[]): string[] {
  const loaded = loadedWith(outputs, ...names);
  const together = Object.fromEntries(Object.entries(outputs).filter(([name]) => loaded.includes(name)));
  return bundledInputs({ inputs: {}, outputs: together });
}

describe('the code that a start does not need', () => {
  it('is not in the file that speaks the protocol; of prompts and resources only the lists are', async () => {
    const { metafile } = await bundle(PROJECT, ENTRIES);
    const held = heldBy(metafile.outputs, 'dist/main.cjs');
    expect(held.filter((path) => /^src\/(prompts|resources|protocols|session-tools)\//.test(path))).toEqual([
      'src/prompts/list.ts',
      'src/resources/list.ts',
    ]);
  });
});

describe('what several files need', () => {
  it('stands in one of them only', async () => {
    const { metafile } = await bundle(PROJECT, ENTRIES);
    const places = Object.values(metafile.outputs).flatMap(({ inputs }) =>
      Object.entries(inputs)
        .filter(([, { bytesInOutput }]) => bytesInOutput > 0)
        .map(([path]) => path),
    );
    expect(places.length).toBeGreaterThan(300);
    expect(new Set(places).size).toBe(places.length);
  });
});

describe('the code that asks models, serves several clients or writes records', () => {
  it('is a file of its own, which the server names but does not hold', async () => {
    const { files, metafile } = await bundle(PROJECT, ENTRIES);
    const names = files.map(({ path }) => path).filter((path) => !path.startsWith('dist/shared-'));
    expect(names.sort()).toEqual(Object.keys(ENTRIES).sort());
    const held = heldBy(metafile.outputs, 'dist/main.cjs', 'dist/app.cjs');
    expect(
      held.filter((path) =>
        /^(src\/http|src\/llm|src\/render|vendor)\/|eventsource|markdown-it|d3-|\/diff\//.test(path),
      ),
    ).toEqual([]);
  });

  it('is the only code that can open a connection', async () => {
    const { metafile } = await bundle(PROJECT, ENTRIES);
    const built = loadedWith(metafile.outputs, 'dist/main.cjs', 'dist/app.cjs', 'dist/record.cjs').map(
      (name) => readFileSync(join(PROJECT, name), 'utf8'),
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
