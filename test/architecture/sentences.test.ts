import { describe, expect, it } from 'vitest';
import { sentencesIn } from './sentences.ts';
import { sourceFiles } from './source-files.ts';

const WORDLESS = [
  /^src\/core\//,
  /^src\/kit\/(?!(?:page\/)?wording\.ts)/,
  /^src\/protocols\/.*\/(state|phases|transitions)\.ts$/,
];

const wordless = sourceFiles().filter(({ path }) => WORDLESS.some((pattern) => pattern.test(path)));

describe('the files that decide', () => {
  it('hold no sentence: wording lives elsewhere', () => {
    expect(wordless.length).toBeGreaterThan(0);
    expect(wordless.flatMap(sentencesIn)).toEqual([]);
  });
});

describe('the rule of sentences', () => {
  const sentences = (text: string) => sentencesIn({ path: 'src/core/sample.ts', text });

  it.each([
    "export const a = 'The draft is missing.';",
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the sample holds a template of its own.
    'export const a = (b: string) => `The ${b} draft is missing.`;',
    'export const a = { b: ["one two three four"] };',
  ])('refuses %s', (text) => {
    expect(sentences(text)).toHaveLength(1);
  });

  it('allows codes, short labels, comments and the reason of a thrown error', () => {
    const text = `
      // A comment may say as much as it wants.
      export const a = 'no_draft_yet';
      export const b = 'Problem Definition';
      export function c(): never { throw new Error('this cannot happen at all'); }`;
    expect(sentences(text)).toEqual([]);
  });
});
