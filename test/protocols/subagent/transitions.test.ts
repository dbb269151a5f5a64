import { describe, expect, it } from 'vitest';
import { validateConfig } from '../../../src/core/config.ts';
import { engineObstacle } from '../../../src/protocols/subagent/engine.ts';
import { answer, contest, playedRound } from '../../support/contest.ts';
import { defaultConfig, defaultLayers, given } from '../../support/given.ts';
import { allScored } from '../../support/scores.ts';

const BEGIN = 'begin_subagent_thought';
const ADVANCE = 'advance_subagent_round';
const begun = (over: object = {}) => contest(over).when(BEGIN, { content: 'seed' });

describe('an engine that cannot run', () => {
  const shipped = () => given({ protocol: 'subagent' });

  it('is refused at the beginning, with the one argument that leads out', () => {
    const { refusal, session } = shipped().when(BEGIN, { content: 'seed' });
    expect(refusal).toMatchObject({
      error: 'no_endpoint',
      code: 'no_endpoint',
      again: true,
      retryWith: { engine: 'manual' },
    });
    expect(session.thoughts).toEqual([]);
  });

  it('is what next_action says too', () => {
    const { step } = shipped().view;
    expect(step).toMatchObject({
      code: 'subagent_no_thought_begin',
      tool: BEGIN,
      arguments: { engine: 'manual' },
    });
    expect(step.say).toContain('engine: "manual"');
  });

  it('is changed for the whole session by that argument', () => {
    const manual = shipped().when(BEGIN, { engine: 'manual' });
    expect(manual.session.overrides).toEqual({ subagent: { engine: 'manual' } });
    const again = manual.when('advance_stage', { discard: true });
    expect(again.view.step).not.toHaveProperty('arguments');
    expect(again.when(BEGIN).output.engine).toBe('manual');
  });

  it('keeps the other settings of the session', () => {
    const scene = given({ protocol: 'subagent', overrides: { subagent: { agents: ['x'] }, stages: {} } });
    expect(scene.when(BEGIN, { engine: 'manual' }).session.overrides).toEqual({
      subagent: { agents: ['x'], engine: 'manual' },
      stages: {},
    });
  });

  it.each([
    [{}, 'no_endpoint'],
    [{ endpoint: '  ', endpoints: [''] }, 'no_endpoint'],
    [{ endpoint: 'http://localhost:11434/v1' }, null],
    [{ endpoints: ['', 'http://localhost:11434/v1'] }, null],
  ])('wants at least one endpoint that is not blank: %j', (over, code) => {
    const result = validateConfig({ ...defaultLayers, subagent: { ...defaultConfig.subagent, ...over } });
    expect(result.ok && engineObstacle('necort', result.config)).toBe(code);
    expect(result.ok && engineObstacle('manual', result.config)).toBeNull();
  });
});

describe('the rules of a thought', () => {
  it('are fixed when it begins', () => {
    const scene = begun({ max_rounds: 1, equilibrium_threshold: 0.5 });
    const [thought] = scene.session.thoughts;
    expect(thought?.specialist_plan).toEqual({
      engine: 'manual',
      agents: ['Analysis', 'Odd'],
      max_rounds: 1,
      equilibrium_threshold: 0.5,
      prompt_focus: null,
      prompted_round: 0,
    });
    const overrides = { subagent: { agents: ['Lonely'], max_rounds: 9, equilibrium_threshold: 1 } };
    const bent = given({ ...answer(scene, 'one', 0.5).session, overrides });
    const closed = answer(bent, 'two', 0.4);
    expect(closed.output).toMatchObject({ max_rounds: 1, commit_threshold: 0.5, converged: true });
    expect(closed.session.thoughts[0]?.specialist_rounds.map((each) => each.agent_role)).toEqual([
      'Analysis',
      'Odd',
    ]);
  });

  it('come from the settings for a thought of the original server', () => {
    const thoughts = begun().session.thoughts.map((each) => ({ ...each, specialist_plan: null }));
    const old = contest({}, { thoughts, current_thought_id: 't1' });
    expect(old.view.step.code).toBe('subagent_awaiting_specialist');
    const one = answer(old, 'one', 0.9);
    expect(one.output).toMatchObject({ specialist: 'Odd', us_round: 1 });
    expect(one.session.thoughts[0]?.specialist_plan?.agents).toEqual(['Analysis', 'Odd']);
  });
});

describe('a candidate', () => {
  it('is stored as it was sent, whatever it looks like', () => {
    const texts = ['  {"plan": 1}\n', '42'];
    const scene = texts.reduce((each, text) => answer(each, text, 0.5), begun());
    expect(scene.session.thoughts[0]?.specialist_rounds.map((each) => each.candidate_content)).toEqual(texts);
  });

  it.each([[{}], [{ scores: {} }], [{ scores: { correctness: null } }]])('needs a score: %j', (more) => {
    const before = begun();
    const { refusal, session } = before.when(ADVANCE, { candidate: 'one', ...more });
    expect(refusal).toMatchObject({ code: 'missing_argument', facts: { parameter: 'scores' }, again: true });
    expect(session).toEqual(before.session);
  });

  it('counts 0.5 where it is not scored, and says so', () => {
    const { output, session } = begun().when(ADVANCE, {
      candidate: 'one',
      scores: { correctness: 9, clarity: 8, charm: 1 },
    });
    expect(output).toMatchObject({ scale: '0-10', ignored: ['charm'], specialist: 'Odd' });
    expect(output.defaulted).toEqual(['evidence', 'novelty', 'bias_resistance', 'actionability', 'coverage']);
    expect(session.thoughts[0]?.specialist_rounds[0]?.utility_vector).toEqual(
      allScored(0.5, { correctness: 0.9, clarity: 0.8 }),
    );
  });

  it('carries nothing over from the round before', () => {
    const scene = playedRound(begun(), 0.9, 0.1).when(ADVANCE, {
      candidate: 'next',
      scores: { novelty: 0.2 },
    });
    expect(scene.session.thoughts[0]?.specialist_rounds.at(-1)).toMatchObject({
      round_index: 1,
      utility_vector: allScored(0.5, { novelty: 0.2 }),
    });
  });

  it('that is owed is named, with its prompt once more', () => {
    const one = answer(begun(), 'one', 0.5);
    const { refusal } = one.when(ADVANCE);
    expect(refusal).toMatchObject({ code: 'need_candidate', again: true });
    expect(refusal.message).toContain('"Odd"');
    expect(refusal.facts.specialist_prompt).toBe(one.output.specialist_prompt);
  });
});

describe('a prompt that was handed out', () => {
  it('comes again with the same call, and that changes nothing', () => {
    const first = begun();
    const same = first.when(ADVANCE);
    expect(same.output).toEqual(first.output);
    expect(same.changed).toBe(false);
    const second = playedRound(first, 0.5, 0.4).when(ADVANCE);
    expect(second.changed).toBe(true);
    expect(second.when(ADVANCE).output).toEqual(second.output);
    expect(second.when(ADVANCE).changed).toBe(false);
  });

  it('need not be asked for', () => {
    expect(answer(playedRound(begun(), 0.5, 0.4), 'next', 0.5).output).toMatchObject({
      specialist: 'Odd',
      us_round: 2,
    });
  });
});

describe('the verdict', () => {
  it('has the winner, the strength and what may follow', () => {
    const { output, view } = playedRound(begun(), 0.5, 0.75);
    expect(output).toEqual({
      stage: 'Problem Definition',
      thought_id: 't1',
      us_round: 1,
      rounds_run: 1,
      max_rounds: 2,
      equilibrium_strength: 0.75,
      gate_metric: 'mean utility',
      commit_threshold: 0.75,
      converged: true,
      budget_exhausted: false,
      endpoints_used: 0,
      selected_content: 'second 0.75',
      final_utility_scores: allScored(0.75),
    });
    expect(view.step.say).toContain('inspect_utility_matrix');
  });
});

describe('the matrix', () => {
  it('labels the round that its candidates belong to', () => {
    const mid = answer(playedRound(begun(), 0.5, 0.4), 'half', 0.9).when('inspect_utility_matrix');
    expect(mid.output).toMatchObject({
      us_round: 1,
      candidates_round: 2,
      equilibrium_strength: 0.5,
      selected_content: 'first 0.5',
      candidates: [{ agent_role: 'Analysis', equilibrium_state: 'pending', content: 'half' }],
    });
    expect(mid.changed).toBe(false);
    const closed = playedRound(begun(), 0.5, 0.4).when('inspect_utility_matrix');
    expect(closed.output).toMatchObject({ us_round: 1, candidates_round: 1 });
    expect(closed.output.candidates).toHaveLength(2);
  });
});

describe('a commit', () => {
  it('stores the strongest winner of all rounds and keeps the history', () => {
    const scene = playedRound(playedRound(begun(), 0.7, 0.1), 0.2, 0.3).when('commit_subagent_thought');
    expect(scene.output).toMatchObject({ committed: true, committed_round: 0, specialist: 'Analysis' });
    expect(scene.session).toMatchObject({ current_thought_id: null });
    expect(scene.session.thoughts[0]).toMatchObject({
      content: 'first 0.7',
      draft_content: 'seed',
      final_utility_scores: allScored(0.7),
      committed: true,
    });
    expect(scene.session.thoughts[0]?.specialist_rounds).toHaveLength(4);
  });

  it('in the middle of a round leaves the candidates without a verdict', () => {
    const scene = answer(playedRound(begun(), 0.5, 0.4), 'half', 0.9).when('commit_subagent_thought');
    expect(scene.session.thoughts[0]).toMatchObject({ content: 'first 0.5' });
    expect(scene.session.thoughts[0]?.specialist_rounds.at(-1)).toMatchObject({
      candidate_content: 'half',
      equilibrium_state: 'pending',
    });
  });
});
