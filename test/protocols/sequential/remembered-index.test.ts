import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { rememberedIndex } from '../../../src/protocols/sequential/remembered-index.ts';

describe('an index over growing lists', () => {
  it('answers like a scan, for any list of a family that forks', () => {
    const step = fc.record({ parent: fc.nat(), item: fc.nat(6), asked: fc.nat(6) });
    fc.assert(
      fc.property(fc.array(fc.nat(6), { maxLength: 4 }), fc.array(step), (start, steps) => {
        const index = rememberedIndex((item: number) => item);
        const lists: (readonly number[])[] = [start];
        for (const { parent, item, asked } of steps) {
          const list = lists[parent % lists.length] ?? start;
          expect(index.has(list, asked)).toBe(list.includes(asked));
          lists.push(index.append(list, item));
        }
        for (const list of lists)
          for (let key = 0; key <= 6; key += 1) expect(index.has(list, key)).toBe(list.includes(key));
      }),
    );
  });

  it('leaves the shorter list as it was', () => {
    const list: readonly string[] = ['a'];
    expect(rememberedIndex((item: string) => item).append(list, 'b')).toEqual(['a', 'b']);
    expect(list).toEqual(['a']);
  });
});
