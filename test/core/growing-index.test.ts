import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { growingIndex, growingKeys } from '../../src/core/growing-index.ts';

describe('an index over growing lists', () => {
  it('answers like a scan, for any list of a family that forks', () => {
    const step = fc.record({
      parent: fc.nat(),
      items: fc.array(fc.nat(6), { maxLength: 3 }),
      asked: fc.nat(6),
    });
    fc.assert(
      fc.property(fc.array(fc.nat(6), { maxLength: 4 }), fc.array(step), (start, steps) => {
        const index = growingKeys((item: number) => item);
        const lists: (readonly number[])[] = [start];
        for (const { parent, items, asked } of steps) {
          const list = lists[parent % lists.length] ?? start;
          expect(index.of(list).has(asked)).toBe(list.includes(asked));
          const longer = index.append(list, items);
          expect(longer).toEqual([...list, ...items]);
          lists.push(longer);
        }
        for (const list of lists) expect([...index.of(list)]).toEqual([...new Set(list)]);
      }),
    );
  });

  it('leaves the shorter list as it was', () => {
    const list: readonly string[] = ['a'];
    expect(growingKeys((item: string) => item).append(list, ['b'])).toEqual(['a', 'b']);
    expect(list).toEqual(['a']);
  });

  it('reads no item again while its list grows', () => {
    let added = 0;
    const index = growingIndex(
      () => ({ sum: 0 }),
      (sums, item: number) => {
        added += 1;
        sums.sum += item;
      },
    );
    let list = index.append([1, 2, 3], [4]);
    list = index.append(list, [5, 6]);
    expect(index.of(list)).toEqual({ sum: 21 });
    expect(added).toBe(6);
  });
});
