import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const branches = `${'if (a) { for (;;) '.repeat(6)}{}${'}'.repeat(6)}`;

/** A text that breaks each rule, by the rule's name. */
const BAD: Readonly<Record<string, string>> = {
  noExcessiveLinesPerFunction: `export function long(a: number[]) {\n${'  a.push(1);\n'.repeat(41)}}\n`,
  noExcessiveCognitiveComplexity: `export function deep(a: number) {\n${branches}\n}\n`,
  noExplicitAny: 'export const a: any = 1;\n',
  noNonNullAssertion: 'export const a = (b?: string) => b!;\n',
  noDefaultExport: 'export default 1;\n',
  noConsole: 'console.log(1);\n',
};

const allowed = `export function a(b: number[]) {\n${'  b.push(1);\n'.repeat(38)}}\n`;

describe('the linter', () => {
  const folder = mkdtempSync(join(tmpdir(), 'deep-think-lint-'));
  const said = new Map<string, string>();

  beforeAll(() => {
    const core = join(folder, 'src', 'core');
    mkdirSync(core, { recursive: true });
    copyFileSync('biome.json', join(folder, 'biome.json'));
    const biome = createRequire(import.meta.url).resolve('@biomejs/biome/bin/biome');
    for (const [name, text] of Object.entries({ ...BAD, allowed })) {
      writeFileSync(join(core, 'sample.ts'), text);
      const { stdout, stderr } = spawnSync(process.execPath, [biome, 'lint', '--colors=off', folder], {
        cwd: folder,
        encoding: 'utf8',
      });
      said.set(name, stdout + stderr);
    }
  });

  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it.each(Object.keys(BAD))('refuses by %s', (rule) => {
    expect(said.get(rule)).toContain(`/${rule} `);
  });

  it('accepts a function of the longest allowed length', () => {
    expect(said.get('allowed')).toContain('No fixes applied');
    expect(said.get('allowed')).not.toContain('sample.ts');
  });
});
