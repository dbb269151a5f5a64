import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { overall } from '../../../src/core/utility.ts';
import { admits } from '../../../src/kit/gate.ts';
import { subagent } from '../../../src/protocols/subagent/protocol.ts';
import { answer, contest, playedRound } from '../../support/contest.ts';
import type { Scene } from '../../support/given.ts';
import { allScored } from '../../support/scores.ts';

const BEGIN = 'begin_subagent_thought';
const ADVANCE = 'advance_subagent_round';
const COMMIT = 'commit_subagent_thought';
const begun = () => contest().when(BEGIN, { content: 'seed' });

describe('the material of a pending step', () => {
  it('is nothing without a thought in work', () => {
    expect(contest().view.material).toEqual({});
    expect(playedRound(begun(), 0.9, 0.1).when(COMMIT).view.material).toEqual({});
  });

  it('is the whole task of the specialist who is waited for', () => {
    const one = answer(begun(), 'one', 0.5);
    const second = playedRound(begun(), 0.5, 0.4).when(ADVANCE);
    for (const scene of [begun(), second]) expect(scene.view.material).toEqual(scene.output);
    expect(one.view.material).toMatchObject({
      specialist: 'Odd',
      specialist_prompt: one.output.specialist_prompt,
    });
  });

  it('is the winner between rounds', () => {
    expect(playedRound(begun(), 0.5, 0.4).view.material).toEqual({
      thought_id: 't1',
      us_round: 1,
      rounds_run: 1,
      max_rounds: 2,
      equilibrium_strength: 0.5,
      commit_threshold: 0.75,
      selected_content: 'first 0.5',
      final_utility_scores: allScored(0.5),
    });
  });

  it('comes back with resume_session', () => {
    const { output } = begun().when('resume_session');
    expect(output).toMatchObject({ mode: 'subagent', thought_count: 1, specialist: 'Analysis' });
    expect(output.specialist_prompt).toBe(begun().output.specialist_prompt);
  });
});

/** What a stored session must hold after any call. */
function expectSound({ session }: Scene): void {
  for (const thought of session.thoughts) {
    const plan = thought.specialist_plan;
    if (plan === null) throw new Error('a thought without rules');
    const closed = thought.specialist_rounds.filter((each) => each.equilibrium_state !== 'pending');
    const pending = thought.specialist_rounds.filter((each) => each.equilibrium_state === 'pending');
    const winners = closed.filter((each) => each.was_selected);
    expect(winners.map((each) => each.round_index)).toEqual(winners.map((_, index) => index));
    expect(closed).toHaveLength(winners.length * plan.agents.length);
    expect(winners.length).toBeLessThanOrEqual(plan.max_rounds);
    expect(pending.length).toBeLessThan(plan.agents.length);
    expect(pending.every((each) => each.round_index === winners.length)).toBe(true);
    for (const winner of winners) {
      const rivals = closed.filter((each) => each.round_index === winner.round_index);
      expect(rivals.map((each) => each.agent_role)).toEqual(plan.agents);
      expect(Math.max(...rivals.map((each) => overall(each.utility_vector)))).toBe(
        overall(winner.utility_vector),
      );
    }
    if (!thought.committed) continue;
    const best = Math.max(...winners.map((each) => overall(each.utility_vector)));
    expect(thought.final_utility_scores && overall(thought.final_utility_scores)).toBe(best);
    expect(thought.content).toBe(winners[thought.committed_round ?? -1]?.candidate_content);
  }
}

const value = fc.double({ min: 0, max: 1, noNaN: true });
const anyCall = fc.oneof(
  {
    weight: 6,
    arbitrary: fc
      .record({ candidate: fc.string(), scores: value.map((each) => allScored(each)) })
      .map((raw) => [ADVANCE, raw] as const),
  },
  fc.constantFrom<readonly [string, object]>(
    [BEGIN, {}],
    [BEGIN, { discard: true, content: 'anew' }],
    [ADVANCE, {}],
    [ADVANCE, { candidate: 'unscored' }],
    ['inspect_utility_matrix', {}],
    [COMMIT, {}],
    ['advance_stage', { discard: true }],
    ['resume_session', {}],
  ),
);

describe('any sequence of calls', () => {
  it('leaves a sound record and a next step that works', () => {
    fc.assert(
      fc.property(
        fc.array(anyCall, { maxLength: 40 }),
        fc.record({
          agents: fc.constantFrom(['x'], ['x', 'y'], ['x', 'y', 'z']),
          max_rounds: fc.integer({ min: 1, max: 3 }),
          equilibrium_threshold: value,
        }),
        (calls, rules) => {
          let scene = contest(rules);
          for (const [tool, raw] of calls) {
            scene = scene.when(tool, { ...raw });
            expectSound(scene);
            const { tool: next } = scene.view.step;
            const own = subagent.tools.find(({ name }) => name === next);
            if (own !== undefined) {
              expect(admits(own, subagent.open(scene.session))).toBe(true);
              const after = scene.when(own.name, { ...own.example });
              expect(() => after.output).not.toThrow();
            }
          }
        },
      ),
      { numRuns: 150 },
    );
  });
});
