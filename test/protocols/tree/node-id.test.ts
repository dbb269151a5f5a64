import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  fitsUnder,
  freeChildId,
  inferParent,
  isNodeId,
  roundOf,
} from '../../../src/protocols/tree/node-id.ts';

const known = (...ids: readonly string[]) => {
  const set = new Set(ids);
  return (id: string) => set.has(id);
};

describe('a node id', () => {
  it.each(['R1.A', 'R2.A1', 'R007.x', 'R0.A', 'R12.abcXYZ09'])('may be %s', (id) => {
    expect(isNodeId(id)).toBe(true);
  });

  it.each(['', 'R1.', 'R.A', 'r1.A', 'R1A', 'R1.A-1', ' R1.A', 'R1.A\n', 'R1.Ä', 'constructor', '__proto__'])(
    'may not be %j',
    (id) => {
      expect(isNodeId(id)).toBe(false);
    },
  );

  it('carries its round; without a shape that is 1', () => {
    expect(['R1.A', 'R4.A1a1', 'R007.x', 'constructor'].map(roundOf)).toEqual([1, 4, 7, 1]);
  });
});

describe('the place under a parent', () => {
  it.each([
    ['R2.A1', 'R1.A', true],
    ['R2.AB', 'R1.A', true],
    ['R2.A', 'R1.A', false],
    ['R2.B1', 'R1.A', false],
    ['R3.A1', 'R1.A', false],
    ['R5.A1', 'R1.A', false],
    ['R02.A1', 'R1.A', false],
    ['R1.A', 'R0.A', false],
    ['R3.A1a', 'R2.A1', true],
  ])('%s under %s: %s', (id, parent, fits) => {
    expect(fitsUnder(id, parent)).toBe(fits);
  });
});

describe('a very long id', () => {
  const long = `R2.A${'x'.repeat(61)}`;

  it('stands under no parent', () => {
    expect(fitsUnder(long.slice(0, -1), 'R1.A')).toBe(true);
    expect(fitsUnder(long, 'R1.A')).toBe(false);
    expect(inferParent(long.slice(0, -1), known('R1.A'))).toBe('R1.A');
    expect(inferParent(long, known('R1.A'))).toBeNull();
  });
});

describe('the inferred parent', () => {
  it('is the longest existing prefix', () => {
    const exists = known('R1.A', 'R2.A', 'R2.A1', 'R2.AA');
    expect(inferParent('R2.A10', exists)).toBe('R1.A');
    expect(inferParent('R3.A10', exists)).toBe('R2.A1');
    expect(inferParent('R3.AAA', exists)).toBe('R2.AA');
  });

  it.each(['R1.A', 'R2.B', 'R3.A1a', 'R9.A1', 'constructor', ''])('is null for %j', (id) => {
    expect(inferParent(id, known('R1.A'))).toBeNull();
  });
});

describe('a free child id', () => {
  it('takes the letter of its place, then the next free one', () => {
    const exists = known('R1.A', 'R2.Aa', 'R2.Ac');
    expect(freeChildId('R1.A', 0, exists, exists)).toBe('R2.Ab');
    expect(freeChildId('R1.A', 2, exists, exists)).toBe('R2.Ad');
    expect(freeChildId('R1.A', 26, exists, exists)).toBe('R2.AAA');
  });

  it('never leads to another parent', () => {
    const exists = known('R1.A', 'R2.A', 'R2.AA', 'R2.AB');
    expect(freeChildId('R2.A', 26, exists, exists)).toBe('R3.ACA');
  });

  it('is new, fits its parent and leads back to it, whatever exists', () => {
    const suffix = fc.stringMatching(/^[a-cA-C]{1,3}$/);
    fc.assert(
      fc.property(fc.array(suffix), suffix, fc.nat(800), (others, own, index) => {
        const parent = `R2.${own}`;
        const exists = known(
          parent,
          ...others.map((each) => `R2.${each}`),
          ...others.map((each) => `R3.${each}`),
        );
        const id = freeChildId(parent, index, exists, exists);
        expect(exists(id)).toBe(false);
        expect(fitsUnder(id, parent)).toBe(true);
        expect(inferParent(id, exists)).toBe(parent);
      }),
    );
  });
});
