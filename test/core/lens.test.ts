import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nextLens, rotation } from '../../src/core/lens.ts';
import { defaultConfig, lensLibrary } from '../support/given.ts';

const configured = defaultConfig.serial.default_lenses;
const bundled = [...lensLibrary().lenses.values()];
const own = (...names: string[]) => names.map((name) => ({ name, own: true }));

describe('the order of lenses', () => {
  it.each([
    ['Problem Definition', ['unstated_assumption', 'scope_creep']],
    ['Research', ['weak_evidence', 'missing_perspective']],
    ['Analysis', ['weak_evidence', 'overconfidence']],
    ['Synthesis', ['missing_perspective', 'unstated_assumption']],
    ['Conclusion', ['steel_man', 'overconfidence']],
  ])(
    'of stage %s starts with the lenses of the stage and goes on with the configured ones',
    (stage, first) => {
      const order = rotation(stage, configured, bundled);
      expect(order.slice(0, 2)).toEqual(first);
      expect(order.slice(2)).toEqual(configured.filter((name) => !first.includes(name)));
    },
  );

  it('of a stage with another name is the configured one', () => {
    expect(rotation('research', configured, bundled)).toEqual(configured);
    expect(rotation('constructor', configured, bundled)).toEqual(configured);
  });

  it('ends with the lenses of the user, by name', () => {
    const order = rotation('Plan', configured, [...own('zeal', 'cost'), ...bundled]);
    expect(order).toEqual([...configured, 'cost', 'zeal']);
  });

  it('keeps the place of a bundled lens that the user has replaced', () => {
    const library = [...bundled.filter((lens) => lens.name !== 'steel_man'), ...own('steel_man')];
    expect(rotation('Conclusion', configured, library)).toEqual(rotation('Conclusion', configured, bundled));
  });

  it('leaves out names that no lens has and repeats', () => {
    expect(rotation('Plan', ['cost', 'gone', 'cost'], own('cost'))).toEqual(['cost']);
  });

  it('is every lens by name when neither stage, configuration nor user gives one', () => {
    const library = [
      { name: 'b', own: false },
      { name: 'a', own: false },
    ];
    expect(rotation('Plan', ['gone'], library)).toEqual(['a', 'b']);
    expect(rotation('Plan', configured, [])).toEqual([]);
  });
});

describe('the next lens', () => {
  it('is the first one that was not used', () => {
    expect(nextLens(['a', 'b', 'c'], [])).toBe('a');
    expect(nextLens(['a', 'b', 'c'], ['a'])).toBe('b');
    expect(nextLens(['a', 'b', 'c'], ['b', 'a'])).toBe('c');
  });

  it('is the least used one when all were used, the earlier of equals', () => {
    expect(nextLens(['a', 'b', 'c'], ['a', 'b', 'c'])).toBe('a');
    expect(nextLens(['a', 'b', 'c'], ['a', 'b', 'c', 'a'])).toBe('b');
    expect(nextLens(['a', 'b', 'c'], ['a', 'b', 'b', 'c', 'a'])).toBe('c');
  });

  it('takes no notice of used lenses outside the order', () => {
    expect(nextLens(['a', 'b'], ['x', 'x', 'a'])).toBe('b');
  });

  it('does not exist for an empty order', () => {
    expect(nextLens([], ['a'])).toBeUndefined();
  });

  it('spreads rounds evenly however long a thought goes on', () => {
    const names = fc.uniqueArray(fc.string({ minLength: 1 }), { minLength: 1, maxLength: 9 });
    fc.assert(
      fc.property(names, fc.nat(40), (order, rounds) => {
        const used: string[] = [];
        for (let round = 0; round < rounds; round += 1) used.push(nextLens(order, used) ?? '');
        const counts = order.map((name) => used.filter((each) => each === name).length);
        expect(Math.max(...counts) - Math.min(...counts)).toBeLessThanOrEqual(1);
        expect(used.every((name, index) => name === order[index % order.length])).toBe(true);
      }),
    );
  });
});
