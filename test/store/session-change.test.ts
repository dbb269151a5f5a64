import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SessionDocument } from '../../src/core/session.ts';
import { changeBetween, encodeChange, replay } from '../../src/store/session-change.ts';
import { draft } from '../support/session-drafts.ts';

const session = (over: Record<string, unknown> = {}) => SessionDocument.parse({ ...draft(over), id: 'a1' });
const next = (before: SessionDocument, over: Record<string, unknown>): SessionDocument => ({
  ...before,
  ...over,
  revision: before.revision + 1,
});
const copy = (document: SessionDocument) => SessionDocument.parse(JSON.parse(JSON.stringify(document)));
const lineOf = (before: SessionDocument, after: SessionDocument) => {
  const change = changeBetween(before, after);
  if (change === null) throw new Error('no change says it');
  return encodeChange(change);
};

describe('a change', () => {
  it('names what an appended item and a set field need, and nothing else', () => {
    const before = session({ thoughts: [{ id: 't1' }, { id: 't2' }] });
    const thoughts = Array.isArray(before.thoughts) ? before.thoughts : [];
    const after = next(before, { thoughts: [...thoughts, { id: 't3' }], current: 't3' });
    expect(changeBetween(before, after)).toEqual({
      revision: 2,
      set: { current: 't3' },
      splice: { thoughts: [2, 0, { id: 't3' }] },
    });
  });

  it('is as small after a fresh parse, which shares nothing', () => {
    const before = session({ thoughts: [{ id: 't1' }, { id: 't2' }, { id: 't3' }], other: { deep: [1] } });
    const after = next(copy(before), { thoughts: [{ id: 't1' }, { id: 'x' }, { id: 't3' }] });
    expect(changeBetween(before, after)).toEqual({
      revision: 2,
      set: {},
      splice: { thoughts: [1, 1, { id: 'x' }] },
    });
  });

  it.each<[string, (before: SessionDocument) => SessionDocument]>([
    ['a field that goes', ({ thoughts: _, ...rest }) => ({ ...rest, revision: 2 })],
    ['a field that becomes undefined', (before) => next(before, { thoughts: undefined })],
    ['another order', ({ question, ...rest }) => ({ ...rest, question, revision: 2 })],
  ])('cannot say %s', (_, change) => {
    const before = session();
    expect(changeBetween(before, change(before))).toBeNull();
  });

  it('leads from any session to any later one, byte for byte', () => {
    const table = fc.dictionary(
      fc.oneof(fc.constantFrom('thoughts', 'x', '1', '__proto__', 'é'), fc.string()),
      fc.oneof(fc.jsonValue(), fc.array(fc.jsonValue())),
    );
    const own = (over: Record<string, unknown>) =>
      Object.fromEntries(Object.entries(over).filter(([key]) => !(key in draft()) && key !== '__proto__'));
    fc.assert(
      fc.property(table, fc.array(table, { minLength: 1, maxLength: 5 }), (first, changes) => {
        const start = copy(session(own(first)));
        let warm = start;
        const lines: Buffer[] = [];
        for (const over of changes) {
          const after = next(warm, own(over));
          const change = changeBetween(warm, after);
          if (change === null) continue;
          lines.push(encodeChange(change));
          warm = after;
        }
        const tail = Buffer.concat(lines);
        const { document, length } = replay(copy(start), tail);
        expect(JSON.stringify(document)).toBe(JSON.stringify(warm));
        expect(length).toBe(tail.length);
      }),
    );
  });
});

describe('a tail', () => {
  const start = session({ thoughts: [] });
  const second = next(start, { thoughts: [{ content: 'é' }] });
  const third = next(second, { thoughts: [{ content: 'é' }, { content: 'two' }] });
  const lines = [lineOf(start, second), lineOf(second, third)] as const;
  const tail = Buffer.concat(lines);

  it('gives at every length the state of its last whole line', () => {
    const states = [start, second, third];
    const ends = [0, lines[0].length, tail.length];
    for (let length = 0; length <= tail.length; length += 1) {
      const count = ends.findLastIndex((end) => end <= length);
      const { document, length: whole } = replay(copy(start), tail.subarray(0, length));
      expect(document).toEqual(states[count]);
      expect(whole).toBe(ends[count]);
    }
  });

  it('drops a last line whose blocks were never written', () => {
    const zeroed = Buffer.concat([lines[0], Buffer.alloc(10), lines[1].subarray(10)]);
    expect(replay(copy(start), zeroed)).toMatchObject({ document: second, length: lines[0].length });
    expect(replay(copy(start), Buffer.concat([tail, Buffer.alloc(100)])).document).toEqual(third);
  });

  it('skips lines that the session already contains', () => {
    expect(replay(copy(second), tail).document).toEqual(third);
    expect(replay(copy(third), tail).document).toEqual(third);
  });

  it('is read with many items in one line', () => {
    const thoughts = Array.from({ length: 200_000 }, (_, n) => n);
    const after = next(start, { thoughts });
    expect(replay(copy(start), lineOf(start, after)).document).toEqual(after);
  });

  it.each<[string, Buffer]>([
    ['is no JSON', Buffer.from('{"revision":2\n')],
    ['is no change', Buffer.from('{"revision":2,"set":[],"splice":{}}\n')],
    ['is not UTF-8', Buffer.from('{"revision":2,"set":{"x":"\u00FF"},"splice":{}}\n', 'latin1')],
    ['leaves a change out', lines[1]],
    ['cuts beyond a list', Buffer.from('{"revision":2,"set":{},"splice":{"thoughts":[0,1]}}\n')],
    ['cuts what is no list', Buffer.from('{"revision":2,"set":{},"splice":{"question":[0,1]}}\n')],
    ['is empty', Buffer.from('\n')],
  ])('is damaged by a line that %s', (_, line) => {
    expect(() => replay(copy(start), line)).toThrow('line 1');
    expect(() => replay(copy(start), Buffer.concat([line, ...lines]))).toThrow('line 1');
  });
});
