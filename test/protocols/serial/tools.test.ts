import { describe, expect, it } from 'vitest';
import { given, type Scene } from '../../support/given.ts';
import { allScored } from '../../support/scores.ts';

const begun = (serial: Record<string, unknown> = {}) =>
  given({ overrides: { serial } }).when('begin_thought', { content: 'Draft.', tags: ['t'] });
const refined = (scene: Scene, text: string) =>
  scene
    .when('critique_current_thought')
    .when('submit_critique', { text: 'Claim: too sure.' })
    .when('refine_current_thought', { new_content: text });
const score = (scores?: unknown, scene = refined(begun(), 'One.')) =>
  scene.when('score_current_thought', scores === undefined ? {} : { scores });
const thought = (scene: Scene) => scene.session.thoughts.at(-1);

describe('scoring', () => {
  it('gives all seven, their mean and the gain, the first from 0', () => {
    const scene = score(allScored(0.6));
    expect(scene.output).toMatchObject({ round_index: 0, scores: allScored(0.6) });
    expect(scene.output.overall).toBeCloseTo(0.6, 12);
    expect(scene.output.delta).toBe(scene.output.overall);
    expect(scene.output).toMatchObject({ converged: false, converged_reason: null });
    for (const extra of ['scale', 'defaulted', 'ignored']) expect(scene.output).not.toHaveProperty(extra);
    expect(thought(scene)?.critique_rounds[0]?.utility_vector).toEqual(allScored(0.6));
    expect(thought(scene)?.final_utility_scores).toEqual(allScored(0.6));
  });

  it('counts 0.5 for what the first round leaves out, and names it', () => {
    const { output } = score({ correctness: 1, coverage: 0 });
    expect(output.scores).toEqual(allScored(0.5, { correctness: 1, coverage: 0 }));
    expect(output.defaulted).toEqual(['evidence', 'novelty', 'clarity', 'bias_resistance', 'actionability']);
  });

  it('carries in later rounds what is left out, all of it too', () => {
    const first = score(allScored(0.4));
    const { output } = score({ clarity: 0.9 }, refined(first, 'Two.'));
    expect(output.scores).toEqual(allScored(0.4, { clarity: 0.9 }));
    expect(output).not.toHaveProperty('defaulted');
    for (const nothing of [undefined, null, '', {}]) {
      const carried = score(nothing, refined(first, 'Two.'));
      expect(carried.output).toMatchObject({ scores: allScored(0.4), delta: 0, round_index: 1 });
    }
  });

  it.each([[undefined], [null], ['']])('asks for scores when the first round gives %j', (nothing) => {
    const { refusal, session } = score(nothing);
    expect(refusal).toMatchObject({
      error: 'retry_with_clarification',
      code: 'missing_argument',
      facts: { parameter: 'scores' },
      again: true,
    });
    expect(session.thoughts[0]?.critique_rounds[0]?.utility_vector).toBeNull();
  });

  it.each([[{}], ['nothing to see'], [{ style: 0.4 }]])('asks again when %j names no dimension', (scores) => {
    expect(score(scores).refusal).toMatchObject({
      error: 'retry_with_clarification',
      facts: { parameter: 'scores' },
    });
  });

  it('says which names it did not know', () => {
    expect(score({ clarity: 0.5, style: 0.4 }).output.ignored).toEqual(['style']);
  });

  it('says the scale when values were converted', () => {
    expect(score(allScored(1)).output).not.toHaveProperty('scale');
    const tenths = { correctness: 8, evidence: 6, novelty: 5, clarity: 8, bias_resistance: 7 };
    const { output } = score(tenths);
    expect(output.scores).toMatchObject({ correctness: 0.8, evidence: 0.6, actionability: 0.5 });
    expect(typeof output.scale).toBe('string');
  });

  it('names the dimension whose value cannot be meant', () => {
    expect(score({ ...allScored(0.5), clarity: -1 }).refusal.message).toContain('clarity');
  });

  it.each([
    ['fixed_point', [['Draft.', 0.4]]],
    [
      'diminishing_returns',
      [
        ['Text A.', 0.4],
        ['Other B.', 0.42],
        ['Third C!', 0.41],
      ],
    ],
    [
      'max_rounds',
      [
        ['Text A.', 0.2],
        ['Other B.', 0.4],
        ['Third C!', 0.6],
        ['Fourth D', 0.8],
      ],
    ],
  ] as [string, [string, number][]][])('converges by %s', (reason, story) => {
    let scene = begun({ max_rounds: 4 });
    for (const [index, [text, value]] of story.entries()) {
      scene = scene.round(text, allScored(value));
      const last = index === story.length - 1;
      expect(scene.output).toMatchObject({ converged: last, converged_reason: last ? reason : null });
    }
    expect(scene.view.step).toMatchObject({ tool: 'commit_thought', facts: { converged_reason: reason } });
  });

  it('measures a loss as a negative gain', () => {
    const scene = begun().round('Text A.', allScored(0.7)).round('Other B.', allScored(0.5));
    expect(scene.output.delta).toBeCloseTo(-0.2, 12);
  });
});

describe('committing', () => {
  const story = (...scores: number[]) =>
    scores.reduce((scene, value, index) => scene.round(`Version ${index}.`, allScored(value)), begun());

  it('stores the best version, not the last', () => {
    const scene = story(0.4, 0.8, 0.6).when('commit_thought');
    expect(scene.output).toEqual({
      thought_id: 't1',
      stage: 'Problem Definition',
      position: 0,
      committed: true,
      committed_round: 1,
    });
    expect(thought(scene)).toMatchObject({
      content: 'Version 1.',
      draft_content: 'Draft.',
      committed: true,
      committed_round: 1,
      final_utility_scores: allScored(0.8),
      tags: ['t'],
    });
    expect(thought(scene)?.critique_rounds).toHaveLength(3);
    expect(scene.session.current_thought_id).toBeNull();
  });

  it('stores the later of equals', () => {
    expect(story(0.8, 0.8, 0.6).when('commit_thought').output.committed_round).toBe(1);
    expect(story(0.5, 0.5, 0.5).when('commit_thought').output.committed_round).toBe(2);
  });

  it('takes the same scores in another order as equal', () => {
    const names = Object.keys(allScored(0));
    const inOrder = (list: number[]) => Object.fromEntries(names.map((name, at) => [name, list[at]]));
    const scene = begun()
      .round('A.', inOrder([0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.1]))
      .round('Other.', inOrder([0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7]));
    expect(scene.output.delta).toBeLessThan(0);
    expect(scene.when('commit_thought').output.committed_round).toBe(1);
  });

  it('stores the last version when the session is set so', () => {
    const scene = begun({ commit: 'last' }).round('Good.', allScored(0.9)).round('Worse!!', allScored(0.3));
    const after = scene.when('commit_thought');
    expect(after.output.committed_round).toBe(1);
    expect(thought(after)).toMatchObject({ content: 'Worse!!', final_utility_scores: allScored(0.3) });
  });

  it('does not need convergence', () => {
    expect(story(0.4).when('commit_thought').output.committed).toBe(true);
  });

  it('drops a last round that was opened but not answered', () => {
    const scene = story(0.4).when('critique_current_thought').when('commit_thought');
    expect(scene.output.committed_round).toBe(0);
    expect(thought(scene)?.critique_rounds).toHaveLength(1);
  });

  it('leaves the earlier thoughts alone', () => {
    const first = story(0.4).when('commit_thought');
    const second = first
      .when('begin_thought', { content: 'Another.' })
      .round('Another one.', allScored(0.9))
      .when('commit_thought');
    expect(second.session.thoughts[0]).toEqual(first.session.thoughts[0]);
    expect(second.output).toMatchObject({ thought_id: 't2', position: 1 });
  });
});
