import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bareReply } from '../../src/llm/reply-text.ts';

describe('the bare reply', () => {
  it.each([
    ['plain', '  Blue.\n', 'Blue.'],
    ['a think-block', '<think>a\nb</think>\nBlue.', 'Blue.'],
    ['two of them', '<think>a</think> <THINKING>b</thinking>Blue.', 'Blue.'],
    ['an unclosed one', '<think>a\nBlue?', ''],
    ['one whose opening stood in the prompt', 'Let me see.\n</think>\n\nBlue.', 'Blue.'],
    ['tags in the middle of the text', 'Use `<think>` and `</think>`.', 'Use `<think>` and `</think>`.'],
    ['a closing tag within a line', 'Write </think> at the end.', 'Write </think> at the end.'],
    ['a fence around all', '```\nBlue.\n```', 'Blue.'],
    ['a named fence around all', '```json\n{"a": 1}\n```', '{"a": 1}'],
    ['a longer fence', '````md\n```js\nx\n```\n````', '```js\nx\n```'],
    ['a Markdown fence around others', '```markdown\n# A\n```js\nx\n```\nb\n```', '# A\n```js\nx\n```\nb'],
    ['code as the whole reply', '```js\nx()\n```', '```js\nx()\n```'],
    ['two fences', '```\na\n```\nand\n```\nb\n```', '```\na\n```\nand\n```\nb\n```'],
    ['a fence that is only begun', '```\nBlue.', '```\nBlue.'],
    ['nothing but a fence', '```', '```'],
  ])('of %s', (_, reply, text) => {
    expect(bareReply(reply).text).toBe(text);
  });

  it('says whether there was thinking', () => {
    expect(bareReply('<think>a').thought).toBe(true);
    expect(bareReply('a').thought).toBe(false);
  });

  it('of text without tags and fences is the text, trimmed', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        fc.pre(!/[<`~]/.test(text));
        expect(bareReply(text).text).toBe(text.trim());
      }),
    );
  });

  it('of a thought before any text is that text', () => {
    const plain = fc.string().filter((text) => !/[<`~]/.test(text));
    fc.assert(
      fc.property(plain, plain, (thought, text) => {
        expect(bareReply(`<think>${thought}</think>${text}`).text).toBe(text.trim());
      }),
    );
  });
});
