import fc from 'fast-check';
import { distance as levenshtein } from 'fastest-levenshtein';
import { describe, expect, it } from 'vitest';
import { closeDistance } from '../../src/core/close-distance.ts';

const text = fc.string({ unit: fc.constantFrom('a', 'b', 'c', ' '), maxLength: 60 });

describe('the distance of texts that are close', () => {
  it('is the one of the whole table, where that is within the limit, and nothing beyond it', () => {
    fc.assert(
      fc.property(text, text, fc.nat(70), (a, b, most) => {
        const exact = levenshtein(a, b);
        expect(closeDistance(a, b, most)).toBe(exact <= most ? exact : null);
      }),
      { numRuns: 2000 },
    );
  });

  it('is found in long texts with changes all over', () => {
    const place = fc.nat(4999);
    const change = fc.tuple(place, fc.constantFrom('', 'x', 'yz'));
    fc.assert(
      fc.property(fc.array(change, { maxLength: 200 }), (changes) => {
        const units = Array.from({ length: 5000 }, (_, at) => 'abcdefg'.charAt((at * at) % 7));
        const before = units.join('');
        for (const [at, by] of changes) units[at] = by;
        const after = units.join('');
        expect(closeDistance(before, after, 500)).toBe(levenshtein(before, after));
      }),
      { numRuns: 40 },
    );
  });

  it('is given up before the limit where both ends have nothing in common', () => {
    const inside = 'abc'.repeat(20_000);
    const around = (end: string) => `${end.repeat(200)}${inside}${end.repeat(200)}`;
    expect(closeDistance(around('x'), around('y'), 1000)).toBeNull();
    expect(closeDistance(`x${inside}x`, `y${inside}y`, 1000)).toBe(2);
  });
});
