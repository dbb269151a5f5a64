import { describe, expect, it } from 'vitest';
import { impurities } from './purity.ts';
import { sourceFiles } from './source-files.ts';

const pure = sourceFiles().filter(({ path }) => /^src\/(core|kit|protocols|render)\//.test(path));

describe('the pure floors', () => {
  it('read no clock, no chance, no process and no disk, and wait for nothing', () => {
    expect(pure.length).toBeGreaterThan(0);
    expect(pure.flatMap(impurities)).toEqual([]);
  });
});

describe('the rule of purity', () => {
  it.each([
    "import { readFileSync } from 'node:fs';\nreadFileSync('a');",
    'export const now = Date.now();',
    'export const now = new Date();',
    'export const now = Date();',
    'export const dice = Math.random();',
    'export const home = process.env.HOME;',
    'export async function later() {}',
    'export const later = async () => 1;',
    'export const value = await other;\nimport { other } from "./other.ts";',
    'setTimeout(() => undefined, 1);',
    "fetch('http://localhost');",
    'export const id = crypto.randomUUID();',
    'export const soon = Promise.resolve(1);',
  ])('refuses %s', (text) => {
    expect(impurities({ path: 'src/core/sample.ts', text })).not.toEqual([]);
  });

  it('does not mind a comment or a text that speaks of such things', () => {
    const text = '/** Never calls Date.now(). */\nexport const note = "await process.exit, async fetch(";\n';
    expect(impurities({ path: 'src/core/sample.ts', text })).toEqual([]);
  });
});
