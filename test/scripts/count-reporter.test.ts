import { describe, expect, it } from 'vitest';
import { closingLine } from '../../scripts/count-reporter.ts';

function moduleOf(state: string, ...tests: readonly string[]) {
  return {
    state: () => state,
    children: { allTests: () => tests.map((each) => ({ result: () => ({ state: each }) })) },
  };
}

describe('the closing line of a test run', () => {
  it('counts tests by their end', () => {
    expect(
      closingLine([moduleOf('passed', 'passed', 'passed'), moduleOf('failed', 'passed', 'failed')], 0),
    ).toBe('3 passed, 1 failed');
  });

  it('names skipped tests only when there are some', () => {
    expect(closingLine([moduleOf('passed', 'passed', 'skipped')], 0)).toBe('1 passed, 0 failed, 1 skipped');
  });

  it('counts a module that never reached its tests, and errors outside of tests', () => {
    expect(closingLine([moduleOf('failed')], 2)).toBe('0 passed, 3 failed');
  });
});
