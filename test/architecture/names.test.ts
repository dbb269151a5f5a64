import { describe, expect, it } from 'vitest';
import { badNames, longFiles } from './names.ts';
import { sourceFiles } from './source-files.ts';

const files = ['src', 'test', 'demo', 'bench', 'vendor'].flatMap((folder) => sourceFiles(folder));

describe('names', () => {
  it('are kebab-case nouns, with named exports only and no barrels', () => {
    expect(files.flatMap(badNames)).toEqual([]);
  });

  it.each([
    ['src/core/index.ts', ''],
    ['src/core/text-utils.ts', ''],
    ['src/helpers/text.ts', ''],
    ['src/store/session-manager.ts', ''],
    ['src/core/sessionId.ts', ''],
    ['src/core/text.ts', 'export default 1;'],
    ['src/core/text.ts', 'const a = 1;\nexport { a as default };'],
    ['src/core/text.ts', "export * from './session.ts';"],
  ])('refuses %s holding "%s"', (path, text) => {
    expect(badNames({ path, text })).toHaveLength(1);
  });
});

describe('files', () => {
  it('stay below 300 lines', () => {
    expect(longFiles(files)).toEqual([]);
  });

  it('of 300 lines are refused, of 299 allowed', () => {
    const file = (lines: number) => [{ path: 'src/core/text.ts', text: 'a();\n'.repeat(lines) }];
    expect(longFiles(file(300))).toEqual(['src/core/text.ts: 300 lines']);
    expect(longFiles(file(299))).toEqual([]);
  });
});
