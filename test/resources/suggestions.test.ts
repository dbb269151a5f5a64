import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { suggestList, suggestNames } from '../../src/resources/suggestions.ts';

const STAGES = ['Problem Definition', 'Research', 'Analysis'];

describe('suggestions', () => {
  it('begin with what was typed, in any case', () => {
    expect(suggestNames(STAGES, 'RE')).toEqual(['Research']);
    expect(suggestNames(STAGES, '')).toEqual(STAGES);
    expect(suggestNames(STAGES, 'search')).toEqual([]);
  });

  it('complete the last name of a list and repeat none', () => {
    expect(suggestList(STAGES, '')).toEqual(STAGES);
    expect(suggestList(STAGES, 'research, a')).toEqual(['research, Analysis']);
    expect(suggestList(STAGES, 'Analysis,')).toEqual(['Analysis,Problem Definition', 'Analysis,Research']);
    expect(suggestList(STAGES, 'Analysis, Ana')).toEqual([]);
  });

  it('of a list keep every name before the last as it is', () => {
    fc.assert(
      fc.property(fc.array(fc.string(), { minLength: 1 }), (names) => {
        const value = names.join(',');
        const before = value.slice(0, value.lastIndexOf(',') + 1);
        for (const each of suggestList(STAGES, value)) expect(each.startsWith(before)).toBe(true);
      }),
    );
  });
});
