import { describe, expect, it } from 'vitest';
import { danglingImports, floorBreaches, importCircle } from './floors.ts';
import { importsOf, sourceFiles } from './source-files.ts';

const files = sourceFiles();

describe('the imports of the source', () => {
  it('are all allowed by the table of floors', () => {
    expect(files.length).toBeGreaterThan(0);
    expect(floorBreaches(files)).toEqual([]);
  });

  it('never go in a circle', () => {
    expect(importCircle(files)).toBeNull();
  });

  it('all lead to a file', () => {
    expect(danglingImports([...files, ...sourceFiles('vendor')])).toEqual([]);
  });

  it('never reach up from the vendored engine into the source', () => {
    const reachingUp = sourceFiles('vendor').filter((file) =>
      importsOf(file).some((target) => target.startsWith('src/')),
    );
    expect(reachingUp).toEqual([]);
  });
});

describe('the rule of floors', () => {
  const breaches = (path: string, text: string) => floorBreaches([{ path, text }]);

  it.each([
    ['src/core/a.ts', "import { b } from '../kit/b.ts';"],
    ['src/core/a.ts', "import type { B } from '../kit/b.ts';"],
    ['src/core/a.ts', "import {\n  b,\n  c,\n} from '../kit/b.ts';"],
    ['src/core/a.ts', "export { b } from '../kit/b.ts';"],
    ['src/core/a.ts', "export type B = import('../kit/b.ts').B;"],
    ['src/core/a.ts', "const b = await import('../kit/b.ts');"],
    ['src/core/a.ts', "import '../kit/b.ts';"],
    ['src/core/a.ts', "import { join } from 'node:path';"],
    ['src/kit/a.ts', "import type { F } from '../store/file-store.ts';"],
    ['src/protocols/serial/a.ts', "import { b } from '../tree/state.ts';"],
    ['src/protocols/all.ts', "import { b } from './tree/state.ts';"],
    ['src/session-tools/a.ts', "import { b } from '../store/lock.ts';"],
    ['src/store/a.ts', "import { b } from '../kit/outcome.ts';"],
    ['src/server/a.ts', "import { b } from '../protocols/serial/protocol.ts';"],
    ['src/server/dispatch.ts', "import process from 'node:process';"],
    ['src/server/stdio.ts', "import { readFile } from 'node:fs/promises';"],
    ['src/server/mcp.ts', "import data from '../../package.json' with { type: 'json' };"],
    ['src/llm/autopilot.ts', "import { run } from '../../vendor/necort/engine.ts';"],
    ['src/clients/a.ts', "import { b } from '../store/lock.ts';"],
    ['src/core/a.ts', "import { b } from 'left-pad';"],
    ['src/other/a.ts', ''],
  ])('refuses in %s: %s', (path, text) => {
    expect(breaches(path, text)).toHaveLength(1);
  });

  it.each([
    ['src/core/a.ts', "import * as z from 'zod';\nimport { b } from './b.ts';"],
    [
      'src/protocols/serial/a.ts',
      "import { b } from './state.ts';\nimport { c } from '../../kit/outcome.ts';",
    ],
    ['src/session-tools/a.ts', "import type { Ports } from '../store/ports.ts';"],
    ['src/llm/necort-adapter.ts', "import { run } from '../../vendor/necort/engine.ts';"],
    ['src/clients/a.ts', "import { b } from '../store/atomic-file.ts';"],
    ['src/main.ts', "import { b } from './server/stdio.ts';\nimport process from 'node:process';"],
  ])('allows in %s: %s', (path, text) => {
    expect(breaches(path, text)).toEqual([]);
  });

  it('finds a circle made of type imports', () => {
    const circle = [
      { path: 'src/core/a.ts', text: "import type { B } from './b.ts';" },
      { path: 'src/core/b.ts', text: "import { c } from './c.ts';" },
      { path: 'src/core/c.ts', text: "export type { A } from './a.ts';" },
    ];
    expect(importCircle(circle)).toEqual([
      'src/core/a.ts',
      'src/core/b.ts',
      'src/core/c.ts',
      'src/core/a.ts',
    ]);
    expect(importCircle(circle.slice(1))).toBeNull();
  });

  it('finds an import that leads nowhere', () => {
    const file = { path: 'src/core/a.ts', text: "import { b } from './b.ts';" };
    expect(danglingImports([file])).toEqual(['src/core/a.ts imports src/core/b.ts']);
  });
});
