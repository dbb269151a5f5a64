import { describe, expect, it } from 'vitest';
import { OUTLINE_BYTES, outline } from '../../../src/protocols/sequential/outline.ts';
import { type Selection, select } from '../../../src/protocols/sequential/selection.ts';
import { chainOf } from '../../support/notebook.ts';

const number = (thoughtNumber: number, more: Record<string, unknown> = {}) => ({
  thought: `Text of ${thoughtNumber}.`,
  thoughtNumber,
  totalThoughts: 5,
  ...more,
});

const small = chainOf('sequentialthinking', [
  number(1),
  number(2),
  number(3, { branchFromThought: 1, branchId: 'cheap', thought: '# Not a heading\n\n```' }),
  number(3, { isRevision: true, revisesThought: 2 }),
  number(4, { branchId: 'cheap' }),
  number(7, { branchId: 'never opened' }),
]);

/** Sixty thoughts of 1,000 characters on the main line and three branches. */
const large = chainOf(
  'sequentialthinking',
  Array.from({ length: 60 }, (_, at) => {
    const branch = at < 15 ? {} : { branchFromThought: 10, branchId: `route ${at % 4}` };
    return number(at + 1, { thought: `${at + 1} ${'思考 '.repeat(300)}`, ...(at % 4 === 0 ? {} : branch) });
  }),
);

const places = (selection: Selection) => select(small, selection).map(({ place }) => place);
const show = (selection: Selection, detail: 'texts' | 'structure', bytes: number | null = null) =>
  outline(small, { selection, detail, bytes }).markdown;

describe('the selection', () => {
  it.each<[Selection, number[]]>([
    [{ kind: 'all' }, [1, 2, 3, 4, 5, 6]],
    [{ kind: 'last', count: 2 }, [5, 6]],
    [{ kind: 'last', count: 0 }, []],
    [{ kind: 'last', count: 99 }, [1, 2, 3, 4, 5, 6]],
    [{ kind: 'range', from: 2, to: 3 }, [2, 3, 4]],
    [{ kind: 'range', from: 8, to: 9 }, []],
    [{ kind: 'branch', id: 'cheap' }, [3, 5]],
    [{ kind: 'branch', id: 'other' }, []],
  ])('%j finds the places %j', (selection, found) => {
    expect(places(selection)).toEqual(found);
  });

  it('hands one thought back in full', () => {
    const [found] = select(large, { kind: 'range', from: 2, to: 2 });
    expect(found?.thought).toBe(large.thoughts[1]);
  });
});

describe('the outline', () => {
  it('shows the main line, then each branch, with revisions, forks and whole texts as quotes', () => {
    expect(show({ kind: 'all' }, 'texts')).toBe(
      [
        '# Text of 1.',
        '*Chain unnamed · sequentialthinking · 6 thoughts · 1 branch · open*',
        '## Main line',
        '### 1. Thought 1 of 5',
        '> Text of 1.',
        '### 2. Thought 2 of 5',
        '> Text of 2.',
        '### 4. Thought 3 of 5 (revises thought 2)',
        '> Text of 3.',
        '### 6. Thought 7 of 7',
        '> Text of 7.',
        '## Branch "cheap" (from thought 1)',
        '### 3. Thought 3 of 5',
        '> # Not a heading\n>\n> ```',
        '### 5. Thought 4 of 5',
        '> Text of 4.',
      ]
        .join('\n\n')
        .concat('\n'),
    );
  });

  it('shows the structure alone with one line for each thought', () => {
    const lines = show({ kind: 'branch', id: 'cheap' }, 'structure').trimEnd().split('\n');
    expect(lines.slice(-2)).toEqual([
      '- 3. Thought 3 of 5: # Not a heading ```',
      '- 5. Thought 4 of 5: Text of 4.',
    ]);
  });

  it('says when nothing was found', () => {
    expect(show({ kind: 'range', from: 50, to: 60 }, 'texts')).toContain('No thoughts here');
  });

  it.each<[string, Selection]>([
    ['the last five', { kind: 'last', count: 5 }],
    ['a range', { kind: 'range', from: 20, to: 40 }],
    ['one branch', { kind: 'branch', id: 'route 1' }],
    ['everything', { kind: 'all' }],
  ])('keeps within 20 kB, counting what was left out: %s', (_, selection) => {
    for (const detail of ['texts', 'structure'] as const) {
      const { markdown, shown, omitted } = outline(large, { selection, detail, bytes: OUTLINE_BYTES });
      expect(Buffer.byteLength(markdown)).toBeLessThanOrEqual(OUTLINE_BYTES);
      expect(shown).toBeGreaterThan(4);
      expect(shown + omitted).toBe(select(large, selection).length);
      expect(markdown.includes(`${omitted} more`)).toBe(omitted > 0);
    }
  });

  it('shows the structure of sixty thoughts whole', () => {
    const options = { selection: { kind: 'all' }, detail: 'structure', bytes: OUTLINE_BYTES } as const;
    expect(outline(large, options)).toMatchObject({ shown: 60, omitted: 0 });
  });

  it('lets the newest thoughts find room first', () => {
    const options = { selection: { kind: 'all' }, detail: 'texts', bytes: OUTLINE_BYTES } as const;
    const { markdown, omitted } = outline(large, options);
    expect(omitted).toBeGreaterThan(0);
    expect(markdown).toContain('### 60. ');
    expect(markdown).not.toContain('### 1. ');
  });

  it.each(['x'.repeat(100_000), '🧠'.repeat(30_000), '\n'.repeat(50_000), 'a\n\n'.repeat(20_000)])(
    'cuts a single thought that is too long, and says so',
    (thought) => {
      const chain = chainOf('darbot_deepmind', [{ thought: `Start ${thought}end` }]);
      const cut = outline(chain, { selection: { kind: 'all' }, detail: 'texts', bytes: OUTLINE_BYTES });
      expect(Buffer.byteLength(cut.markdown)).toBeLessThanOrEqual(OUTLINE_BYTES);
      expect(cut.markdown).toContain('> Start');
      expect(cut.markdown).toContain('*Cut for length.*');
    },
  );

  it('keeps within its size with 5,000 thoughts on as many long-named branches', () => {
    const overlays = Array.from({ length: 5000 }, (_, at) =>
      number(2, { branchFromThought: 1, branchId: `${at} ${'🌿'.repeat(100)}`, thought: `At ${at}` }),
    );
    const chain = chainOf('sequentialthinking', overlays);
    for (const detail of ['texts', 'structure'] as const) {
      const { markdown } = outline(chain, { selection: { kind: 'all' }, detail, bytes: OUTLINE_BYTES });
      expect(Buffer.byteLength(markdown)).toBeLessThanOrEqual(OUTLINE_BYTES);
    }
  });
});
