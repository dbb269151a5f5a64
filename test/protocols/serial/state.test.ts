import { describe, expect, it } from 'vitest';
import { CritiqueRound, Thought, textBefore, UNSCORED } from '../../../src/core/staged.ts';
import {
  converged,
  currentText,
  roundDistance,
  roundPhase,
  roundToCommit,
} from '../../../src/protocols/serial/state.ts';
import { defaultConfig } from '../../support/given.ts';
import { allScored } from '../../support/scores.ts';

const round = (index: number, over: Record<string, unknown> = {}) =>
  CritiqueRound.parse({
    round_index: index,
    lens: 'steel_man',
    critique_text: 'x',
    refined_content: `Text ${index}.`,
    delta_score: 0.1,
    ...over,
  });
const thought = (...critique_rounds: CritiqueRound[]) =>
  Thought.parse({ id: 't1', stage: 'A', position: 0, timestamp: 't', content: 'Draft.', critique_rounds });

describe('the phase of a round', () => {
  it.each([
    [{ critique_text: '', refined_content: '', delta_score: UNSCORED }, 'await_critique'],
    [{ refined_content: '', delta_score: UNSCORED }, 'await_refine'],
    [{ delta_score: UNSCORED }, 'await_score'],
    [{ delta_score: -1 }, 'complete'],
    [{ delta_score: 0 }, 'complete'],
  ])('%j is %s', (over, phase) => {
    expect(roundPhase(round(0, over))).toBe(phase);
  });
});

describe('the text of a thought', () => {
  const pending = round(2, { critique_text: '', refined_content: '', delta_score: UNSCORED });

  it('is the newest rewrite before a round, else the draft', () => {
    const each = thought(round(0), round(1), pending);
    expect([0, 1, 2, 3].map((index) => textBefore(each, index))).toEqual([
      'Draft.',
      'Text 0.',
      'Text 1.',
      'Text 1.',
    ]);
    expect(currentText(each)).toBe('Text 1.');
    expect(currentText(thought())).toBe('Draft.');
  });
});

describe('a file of the original server, which keeps neither vectors nor distances', () => {
  it('has its distances computed anew', () => {
    const last = round(1, { refined_content: 'Text 0!' });
    const each = thought(round(0), last);
    expect(roundDistance(each, last)).toBeCloseTo(1 / 7, 12);
    expect(roundDistance(each, round(0, { edit_distance: 0.25 }))).toBe(0.25);
  });

  it('converges by the same rules', () => {
    expect(converged(thought(round(0, { refined_content: 'Draft.' })), defaultConfig)).toBe('fixed_point');
    expect(converged(thought(round(0, { refined_content: 'New words' })), defaultConfig)).toBeNull();
  });

  it('has its last version committed', () => {
    expect(roundToCommit(thought(round(0), round(1)), defaultConfig)?.round_index).toBe(1);
  });

  it('has a version with scores preferred to those without', () => {
    const each = thought(round(0, { utility_vector: allScored(0) }), round(1));
    expect(roundToCommit(each, defaultConfig)?.round_index).toBe(0);
  });
});

describe('the round to commit', () => {
  it('does not exist before one is scored', () => {
    expect(roundToCommit(thought(), defaultConfig)).toBeUndefined();
    expect(roundToCommit(thought(round(0, { delta_score: UNSCORED })), defaultConfig)).toBeUndefined();
  });
});
