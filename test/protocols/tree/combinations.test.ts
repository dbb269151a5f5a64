import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { combinationText, unexplored } from '../../../src/protocols/tree/combinations.ts';

const dimension = (name: string, ...values: readonly string[]) => ({ name, values });
const said = (title: string, findings = '') => ({ title, findings });
const runtimes = [dimension('runtime', 'bun', 'node'), dimension('storage', 'tmp', 'repo')];
const shown = (result: ReturnType<typeof unexplored>) => result.first.map(combinationText);

describe('the combinations', () => {
  it('come in order, the last dimension fastest', () => {
    expect(shown(unexplored(runtimes, [], 9))).toEqual([
      'runtime=bun, storage=tmp',
      'runtime=bun, storage=repo',
      'runtime=node, storage=tmp',
      'runtime=node, storage=repo',
    ]);
  });

  it('are none without dimensions', () => {
    expect(unexplored([], [], 3)).toEqual({ total: 0, left: 0, first: [] });
  });

  it('leave out what a title or its findings name', () => {
    const texts = [
      said('Combination: runtime=bun, storage=tmp'),
      said('x', 'runtime=node and storage=repo.'),
    ];
    expect(shown(unexplored(runtimes, texts, 9))).toEqual([
      'runtime=bun, storage=repo',
      'runtime=node, storage=tmp',
    ]);
  });

  it.each(['a=10', 'a=1.5', 'aa=1', 'x.a=1', 'a=1-b', 'a=1_', 'a = 1', 'a=12 and ba=1'])(
    '%s does not name a=1',
    (text) => {
      expect(unexplored([dimension('a', '1')], [said(text)], 1).left).toBe(1);
    },
  );

  it.each(['a=1', '(a=1)', 'a=1.', 'a=1, b', 'x a=1\n', '"a=1"'])('%s names a=1', (text) => {
    expect(unexplored([dimension('a', '1', '10', '1.5')], [said(text)], 3).left).toBe(2);
  });

  it('take the longest value that fits', () => {
    const places = [dimension('place', 'New York', 'New York City')];
    expect(shown(unexplored(places, [said('place=New York City')], 2))).toEqual(['place=New York']);
  });

  it('are not covered by a text that lists several values of one dimension', () => {
    expect(
      unexplored(runtimes, [said('plan', 'runtime=bun runtime=node storage=tmp storage=repo')], 9).left,
    ).toBe(4);
  });

  it('answer at once for a million, and for more than can be counted', () => {
    const ten = Array.from({ length: 10 }, (_, at) => String(at));
    const million = 'abcdef'.split('').map((name) => dimension(name, ...ten));
    const texts = Array.from({ length: 2_000 }, (_, at) => said(`a=${at % 10}, b=0, c=0, d=0, e=0, f=0`));
    const result = unexplored(million, texts, 3);
    expect([result.total, result.left]).toEqual([1_000_000, 999_990]);
    expect(shown(result)[0]).toBe('a=0, b=0, c=0, d=0, e=0, f=1');
    const huge = Array.from({ length: 60 }, (_, at) => dimension(`d${at}`, ...ten));
    expect(unexplored(huge, [], 2).total).toBe(Number.MAX_SAFE_INTEGER);
    expect(unexplored(huge, [], 2).first).toHaveLength(2);
  });

  it('have room for names of inherited members', () => {
    expect(shown(unexplored([dimension('__proto__', 'constructor')], [], 1))).toEqual([
      '__proto__=constructor',
    ]);
  });

  it('count what is left: every explored one once', () => {
    const pick = fc.tuple(fc.nat(2), fc.nat(3));
    fc.assert(
      fc.property(fc.array(pick), (picks) => {
        const dims = [dimension('x', '0', '1', '2'), dimension('y', '0', '1', '2', '3')];
        const texts = picks.map(([x, y]) => said(`x=${x}, y=${y}`));
        const distinct = new Set(picks.map((each) => each.join())).size;
        const result = unexplored(dims, texts, 99);
        expect(result.left).toBe(12 - distinct);
        expect(result.first).toHaveLength(12 - distinct);
      }),
    );
  });
});
