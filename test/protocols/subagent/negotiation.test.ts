import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type SpecialistRound, StagedSession } from '../../../src/core/staged.ts';
import type { NegotiationOrder, NegotiationResult } from '../../../src/kit/job.ts';
import { defaultConfig, given, type Scene } from '../../support/given.ts';
import { allScored } from '../../support/scores.ts';

const BEGIN = 'begin_subagent_thought';
const ADVANCE = 'advance_subagent_round';

/** A session whose operator has configured endpoints. */
function served(over: object = {}, session: object = {}): Scene {
  const subagent = { ...defaultConfig.subagent, endpoints: ['http://a/v1', ' ', 'http://b/v1'], ...over };
  return given({ protocol: 'subagent', ...session }).with({ base: { ...defaultConfig, subagent } });
}

// The order of a call stands where its output would.
const orderOf = (scene: Scene) => scene.output.order as NegotiationOrder;

function candidate(round_index: number, value: number, was_selected: boolean): SpecialistRound {
  return {
    round_index,
    agent_role: was_selected ? 'Analysis' : 'Skeptic',
    candidate_content: `Candidate ${round_index}.`,
    utility_vector: allScored(value),
    equilibrium_state: was_selected ? 'in_equilibrium' : 'off_equilibrium',
    was_selected,
  };
}

/** What a negotiation brings whose first index is `from` and whose winner is worth `value`. */
function brought(from: number, value: number): NegotiationResult {
  const initial = { ...candidate(from, 0.5, false), equilibrium_state: 'initial' as const };
  const rounds = [initial, candidate(from + 1, value, true), candidate(from + 1, 0.1, false)];
  return {
    kind: 'negotiation',
    rounds,
    ratings: { wanted: 6, read: 6, ofWinner: 2 },
    answered: 2,
    failures: [],
  };
}

const failure = { endpoint: 'http://a', code: 'endpoint_timeout', retryable: true, detail: 'Too slow.' };
const lost = (...failures: (typeof failure)[]): NegotiationResult => ({
  kind: 'negotiation',
  rounds: [],
  ratings: null,
  answered: 0,
  failures,
});

describe('the order of a negotiation', () => {
  it('holds the place to ask and the whole prompt in its order, the emphasised view first', () => {
    const session = { current_stage: 'Synthesis' };
    const order = orderOf(served({}, session).when(BEGIN, { content: 'Seed.', prompt_focus: 'Cost' }));
    expect(order).toMatchObject({
      kind: 'negotiation',
      firstIndex: 0,
      endpoints: ['http://a/v1', 'http://b/v1'],
      model: 'qwen2.5:14b',
      timeoutMs: 120_000,
      steps: 36,
    });
    expect(order.specialists.map(({ name }) => name)).toEqual(['Analysis', 'Creativity', 'Skeptic']);
    const parts = [
      'Question: ',
      'Stage: Synthesis',
      'Seed.',
      'Focus: Cost',
      '- Creativity (emphasised, 1.5',
      '- Analysis: ',
      'Guard against',
    ];
    const places = parts.map((part) => order.prompt.indexOf(part));
    expect(places).not.toContain(-1);
    expect(places).toEqual(places.toSorted((a, b) => a - b));
  });

  it('changes nothing, and is none where the client writes', () => {
    const scene = served().when(BEGIN, { content: 'Seed.' });
    expect(scene.changed).toBe(false);
    expect(served().when(BEGIN, { engine: 'manual' }).output).toHaveProperty('specialist_prompt');
  });

  it('of a later round starts from the winner and counts its indexes on', () => {
    const closed = served().when(BEGIN, { content: 'Seed.' }, brought(0, 0.4));
    const order = orderOf(closed.when(ADVANCE));
    expect(order.firstIndex).toBe(2);
    expect(order.prompt).toContain('Candidate 1.');
    expect(order.prompt).not.toContain('Seed.');
  });
});

describe('the result of a negotiation', () => {
  it('opens the thought with its rounds and its rules', () => {
    const scene = served().when(BEGIN, { content: 'Seed.' }, brought(0, 0.4));
    expect(scene.output).toMatchObject({
      us_round: 1,
      rounds_run: 1,
      equilibrium_strength: 0.4,
      gate_metric: 'peer rating',
      endpoints_used: 2,
      converged: false,
    });
    const [thought] = scene.session.thoughts;
    expect(thought).toMatchObject({
      content: 'Seed.',
      specialist_plan: { engine: 'necort', prompted_round: null },
    });
    expect(thought?.specialist_rounds).toHaveLength(3);
    expect(scene.view.step).toMatchObject({ code: 'subagent_can_advance', tool: ADVANCE });
  });

  it('of a later round counts even when it is weaker, and the commit takes the stronger', () => {
    const two = served().when(BEGIN, {}, brought(0, 0.6)).when(ADVANCE, {}, brought(2, 0.3));
    expect(two.output).toMatchObject({ us_round: 2, equilibrium_strength: 0.3, budget_exhausted: true });
    expect(two.view.step.tool).toBe('commit_subagent_thought');
    expect(two.when(ADVANCE).refusal).toMatchObject({ code: 'round_budget_exhausted' });
    expect(two.when('commit_subagent_thought').output).toMatchObject({ committed_round: 1 });
  });

  it('names endpoints that failed beside one that answered', () => {
    const partly = { ...brought(0, 0.4), answered: 1, failures: [failure] };
    const { output } = served().when(BEGIN, {}, partly);
    expect(output).toMatchObject({ endpoints_used: 1, endpoint_failures: [failure] });
  });

  it('that is none refuses with the first failure and leaves the session as it was', () => {
    const open = served().when(BEGIN, {}, brought(0, 0.4));
    for (const scene of [
      served().when(BEGIN, {}, lost(failure, failure)),
      open.when(ADVANCE, {}, lost(failure)),
    ]) {
      expect(scene.changed).toBe(false);
      expect(scene.refusal).toMatchObject({
        error: 'adapter_error',
        code: 'endpoint_timeout',
        facts: { retryable: true },
      });
      expect(scene.refusal.message).toContain('Too slow.');
    }
  });

  it('leads to the manual engine when the same call would fail again', () => {
    const { refusal } = served().when(BEGIN, {}, lost({ ...failure, retryable: false }));
    expect(refusal).toMatchObject({ again: true, retryWith: { engine: 'manual' } });
  });

  it('drops the open thought only when it brings a new one', () => {
    const open = served().when(BEGIN, {}, brought(0, 0.4));
    const failed = open.when(BEGIN, { discard: true }, lost(failure));
    expect(failed.session.thoughts.map((each) => each.discarded)).toEqual([false]);
    const anew = open.when(BEGIN, { discard: true }, brought(0, 0.5));
    expect(anew.session.thoughts.map((each) => each.discarded)).toEqual([true, false]);
  });

  it('keeps the session valid and its next step legal, whatever the rounds are worth', () => {
    const value = fc.double({ min: 0, max: 1, noNaN: true });
    fc.assert(
      fc.property(fc.array(fc.option(value), { minLength: 1, maxLength: 4 }), (values) => {
        let scene = served({ max_rounds: 3 });
        for (const each of values) {
          const tool = scene.session.current_thought_id === null ? BEGIN : ADVANCE;
          const from = scene.session.thoughts.at(-1)?.specialist_rounds.length ?? 0;
          scene = scene.when(tool, {}, each === null ? lost(failure) : brought(from, each));
          StagedSession.parse(scene.session);
          expect([BEGIN, ADVANCE, 'commit_subagent_thought']).toContain(scene.view.step.tool);
        }
      }),
    );
  });
});
