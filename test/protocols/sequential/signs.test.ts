import { describe, expect, it } from 'vitest';
import type { Recorded } from '../../../src/protocols/sequential/record.ts';
import { Notebook } from '../../support/notebook.ts';

const FLAGS = 'deep-think/flags';

/** The flags beside the answers to thoughts with these texts, numbered from 1 within their estimate. */
function flagsOf(texts: readonly string[]): readonly unknown[] {
  const notebook = new Notebook('sequentialthinking');
  return texts.map(
    (thought, at) =>
      notebook.think({ thought, thoughtNumber: at + 1, totalThoughts: texts.length }).meta[FLAGS],
  );
}

const tenTimes = (text: (number: number) => string) => Array.from({ length: 10 }, (_, at) => text(at + 1));
const words = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'];

describe('repetition', () => {
  it.each<[string, (number: number) => string]>([
    ['the same text', () => 'Check the cache again.'],
    ['a counter', (number) => `Step ${number}: check the cache again.`],
    ['a growing counter', (number) => `Attempt ${10 ** number} of 12, checking`],
    ['a version', (number) => `Check v${number}.${number}.${number} now`],
    ['a counting word', (number) => `Attempt ${words[number - 1]}: check the cache.`],
    ['a letter', (number) => `Option ${String.fromCharCode(64 + number)} needs a check.`],
    ['dots and case', (number) => (number % 2 === 0 ? `check it${'.'.repeat(number)}` : 'Check  it!')],
    ['a Han counter', (number) => `第${'一二三四五六七八九十'[number - 1]}步：再检查一次缓存`],
    ['a very long text', (number) => `${'Check the cache again. '.repeat(2000)}${number}`],
  ])('is flagged by the tenth call: %s', (_, text) => {
    expect(flagsOf(tenTimes(text)).at(-1)).toContainEqual({ code: 'repetition', times: 10 });
  });

  it('is flagged when like thoughts alternate with others', () => {
    const texts = tenTimes((n) => `Check ${n}`).flatMap((text) => [
      text,
      'Now the origin.',
      'Then the edge.',
    ]);
    expect(flagsOf(texts).at(-1)).toContainEqual({ code: 'repetition', times: 10 });
  });

  it('is not flagged for a few like thoughts or for different ones', () => {
    expect(flagsOf(tenTimes(() => 'Check.').slice(0, 4))).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
    const nouns = ['edge', 'origin', 'store', 'budget', 'team', 'law', 'traffic', 'latency', 'risk', 'users'];
    expect(flagsOf(nouns.map((noun) => `What about the ${noun}?`)).filter(Boolean)).toEqual([]);
  });

  it('is found in a chain that was read again', () => {
    const notebook = new Notebook('sequentialthinking');
    for (let turn = 0; turn < 9; turn += 1) {
      notebook.think({ thought: `Again ${turn}` });
      notebook.chain = JSON.parse(JSON.stringify(notebook.chain));
    }
    expect(notebook.think({ thought: 'Again 9' }).meta[FLAGS]).toContainEqual({
      code: 'repetition',
      times: 10,
    });
  });
});

describe('the estimate', () => {
  const flagged = (thoughtNumber: number, totalThoughts: number) =>
    new Notebook('sequentialthinking').think({ thoughtNumber, totalThoughts }).meta[FLAGS];

  it('may be passed, but not far', () => {
    expect(flagged(9, 5)).toBeUndefined();
    expect(flagged(5, 1)).toBeUndefined();
    expect(flagged(10, 5)).toEqual([{ code: 'past_estimate', estimate: 5 }]);
    expect(flagged(100, 3)).toEqual([{ code: 'past_estimate', estimate: 3 }]);
  });

  it('is held to the first one when it grows with every thought', () => {
    const notebook = new Notebook('sequentialthinking');
    const answers = Array.from({ length: 15 }, (_, at) => {
      const numbers = { thoughtNumber: at + 1, totalThoughts: Math.max(5, at + 2) };
      return notebook.think({
        ...numbers,
        thought: `${'abcdefghijklmnop'[at]}${'abcdefghijklmnop'[at + 1]}c`,
      });
    });
    expect(
      answers
        .slice(0, 14)
        .map(({ meta }) => meta[FLAGS])
        .filter(Boolean),
    ).toEqual([]);
    expect(answers.at(-1)?.meta[FLAGS]).toEqual([{ code: 'past_estimate', estimate: 5 }]);
  });
});

describe('a reference', () => {
  it('to a thought that does not exist is flagged with the numbers', () => {
    const notebook = new Notebook('sequentialthinking');
    notebook.think();
    const { meta } = notebook.think({
      thoughtNumber: 2,
      isRevision: true,
      revisesThought: 40,
      branchFromThought: 77,
      branchId: 'b',
    });
    expect(meta[FLAGS]).toEqual([{ code: 'missing_reference', thoughts: [40, 77] }]);
  });

  it('to an earlier thought is not, and its own number is no earlier one', () => {
    const notebook = new Notebook('sequentialthinking');
    notebook.think();
    expect(notebook.think({ thoughtNumber: 2, revisesThought: 1 }).meta).toEqual({});
    expect(notebook.think({ thoughtNumber: 3, revisesThought: 3 }).meta[FLAGS]).toHaveLength(1);
    expect(notebook.think({ thoughtNumber: 4, revisesThought: 3 }).meta).toEqual({});
  });
});

describe('a sign', () => {
  it('is new once in the life of a chain, and shown with every thought that has it', () => {
    const notebook = new Notebook('sequentialthinking');
    const call = (): Recorded => {
      const recorded = notebook.think({ thoughtNumber: 60, revisesThought: 50 });
      notebook.chain = JSON.parse(JSON.stringify(recorded.chain));
      return recorded;
    };
    expect(call().newSigns).toEqual(['past_estimate', 'missing_reference']);
    const second = call();
    expect(second.newSigns).toEqual([]);
    expect(second.meta[FLAGS]).toHaveLength(2);
    expect([call(), call(), call(), call()].flatMap(({ newSigns }) => newSigns)).toEqual(['repetition']);
  });
});
