import { describe, expect, it } from 'vitest';
import { given, lensLibrary, NOW, type Scene } from '../../support/given.ts';
import { allScored } from '../../support/scores.ts';

const begun = (over?: Record<string, unknown>) => given(over).when('begin_thought', { content: 'Draft.' });
const opened = () => begun().when('critique_current_thought');
const submitted = () => opened().when('submit_critique', { text: 'Claim: too sure.' });
const thought = (scene: Scene) => scene.session.thoughts.at(-1);
const rounds = (scene: Scene) => thought(scene)?.critique_rounds ?? [];

describe('beginning a thought', () => {
  it('opens it in the current stage with the draft as it is', () => {
    const scene = given().when('begin_thought', { content: ' Draft.\n', tags: 'a, b', axioms: ['x'] });
    expect(scene.output).toEqual({ thought_id: 't1', stage: 'Problem Definition', position: 0 });
    expect(scene.session.current_thought_id).toBe('t1');
    expect(thought(scene)).toMatchObject({
      content: ' Draft.\n',
      draft_content: null,
      tags: ['a', 'b'],
      axioms: ['x'],
      timestamp: NOW,
      committed: false,
    });
  });

  it('has no tags and axioms where null was given', () => {
    const scene = given().when('begin_thought', { content: 'x', tags: null, axioms: '' });
    expect(thought(scene)).toMatchObject({ tags: [], axioms: [] });
  });

  it('counts the committed thoughts of its stage for the position', () => {
    const first = begun().round('Better.', allScored(0.5)).when('commit_thought');
    const dropped = first.when('begin_thought', { content: 'Second.' });
    expect(dropped.output.position).toBe(1);
    const third = dropped.when('begin_thought', { content: 'Third.', discard: true });
    expect(third.output).toEqual({ thought_id: 't3', stage: 'Problem Definition', position: 1 });
    const elsewhere = first.when('advance_stage').when('begin_thought', { content: 'Next.' });
    expect(elsewhere.output).toMatchObject({ stage: 'Research', position: 0 });
  });

  it('takes the next id that no imported thought has', () => {
    const imported = (id: string) => ({ id, stage: 'A', position: 0, timestamp: NOW, content: 'x' });
    const thoughts = [imported('t2'), imported('0f'.repeat(16)), imported('t4')];
    expect(begun({ thoughts: thoughts.slice(0, 1) }).output.thought_id).toBe('t3');
    expect(begun({ thoughts }).output.thought_id).toBe('t5');
  });

  it('goes on without question where discard drops nothing', () => {
    const scene = given().when('begin_thought', { content: 'x', discard: true });
    expect(scene.session.thoughts).toHaveLength(1);
  });
});

describe('opening a lens', () => {
  it('hands out the draft immediately before the lens text', () => {
    const { output } = opened();
    const keys = Object.keys(output);
    expect(keys[keys.indexOf('draft_content') + 1]).toBe('lens_template');
    expect(output).toEqual({
      thought_id: 't1',
      lens: 'unstated_assumption',
      round_index: 0,
      draft_content: 'Draft.',
      lens_template: lensLibrary().lenses.get('unstated_assumption')?.text,
    });
  });

  it('goes through the lenses of the stage of the thought, then the configured ones', () => {
    let scene = begun();
    for (const score of [0.1, 0.3, 0.5]) scene = scene.round(`Text ${score}.`, allScored(score));
    expect(rounds(scene).map((round) => round.lens)).toEqual([
      'unstated_assumption',
      'scope_creep',
      'overconfidence',
    ]);
  });

  it('takes a lens by name, and then counts it as used', () => {
    const chosen = begun().when('critique_current_thought', { lens: 'scope_creep' });
    expect(chosen.output.lens).toBe('scope_creep');
    const done = chosen
      .when('submit_critique', { text: 'x' })
      .when('refine_current_thought', { new_content: 'y' })
      .when('score_current_thought', { scores: allScored(0.5) })
      .round('z', allScored(0.6));
    expect(done.when('critique_current_thought').output.lens).toBe('overconfidence');
    expect(rounds(done)[1]?.lens).toBe('unstated_assumption');
  });

  it('hands the open lens out again without a change', () => {
    const again = opened().when('critique_current_thought');
    expect(again.output).toEqual(opened().output);
    expect(again.changed).toBe(false);
    const same = opened().when('critique_current_thought', { lens: 'unstated_assumption' });
    expect(same.changed).toBe(false);
  });

  it('replaces the open lens by a named one', () => {
    const replaced = opened().when('critique_current_thought', { lens: 'steel_man' });
    expect(replaced.output).toMatchObject({ lens: 'steel_man', round_index: 0 });
    expect(replaced.output).not.toHaveProperty('lens_notes');
    expect(rounds(replaced).map((round) => round.lens)).toEqual(['steel_man']);
  });

  it('replaces an open lens that has vanished and says so', () => {
    const own = lensLibrary({ cost: 'Look at the cost.' });
    const open = begun().with({ lenses: own }).when('critique_current_thought', { lens: 'cost' });
    const after = open.with({ lenses: lensLibrary() }).when('critique_current_thought');
    expect(after.output).toMatchObject({ lens: 'unstated_assumption', round_index: 0 });
    expect(after.output.lens_notes).toEqual([expect.stringContaining('"cost"')]);
    expect(rounds(after)).toHaveLength(1);
  });

  it('uses the text of the user for a lens of the same name, and own lenses last', () => {
    const own = lensLibrary({ unstated_assumption: 'Mine.', zeal: 'Zeal.' });
    const scene = begun().with({ lenses: own }).when('critique_current_thought');
    expect(scene.output).toMatchObject({ lens: 'unstated_assumption', lens_template: 'Mine.' });
    expect(
      begun().with({ lenses: own }).when('critique_current_thought', { lens: 'zeal' }).output,
    ).toMatchObject({
      lens_template: 'Zeal.',
    });
  });

  it('passes on what had to be skipped in the folder of lenses', () => {
    const lenses = { ...lensLibrary(), notes: ['lens file x.md is empty'] };
    expect(begun().with({ lenses }).when('critique_current_thought').output.lens_notes).toEqual(lenses.notes);
  });

  it('refuses a name that no lens has and lists those that exist', () => {
    const { refusal } = begun().when('critique_current_thought', { lens: 'Steel_Man' });
    expect(refusal).toMatchObject({ code: 'unknown_lens', again: true, facts: { lens: 'Steel_Man' } });
    expect(refusal.facts.available_lenses).toEqual([...lensLibrary().lenses.keys()].sort());
  });

  it.each([[null], [''], [' ']])('lets %j stand for no choice', (lens) => {
    expect(begun().when('critique_current_thought', { lens }).output.lens).toBe('unstated_assumption');
  });
});

describe('submitting a critique', () => {
  it('stores it as it is', () => {
    const scene = opened().when('submit_critique', { text: '  None found: all is measured.\n' });
    expect(scene.output).toEqual({ round_index: 0, lens: 'unstated_assumption' });
    expect(rounds(scene)[0]?.critique_text).toBe('  None found: all is measured.\n');
  });

  it('replaces it when it is sent again before the rewrite', () => {
    const twice = submitted().when('submit_critique', { text: 'Better.' });
    expect(rounds(twice)).toHaveLength(1);
    expect(rounds(twice)[0]?.critique_text).toBe('Better.');
  });

  it('takes text that looks like JSON as text', () => {
    const scene = opened().when('submit_critique', { text: '{"claim": "x"}' });
    expect(rounds(scene)[0]?.critique_text).toBe('{"claim": "x"}');
  });
});

describe('rewriting', () => {
  const refine = (scene: Scene, text: string, assumptions?: unknown) =>
    scene.when('refine_current_thought', { new_content: text, challenged_assumptions: assumptions });

  it('measures the distance from the text before, unrounded', () => {
    const scene = refine(submitted(), 'Draft!');
    expect(scene.output).toEqual({ round_index: 0, edit_distance: 1 / 6 });
    expect(rounds(scene)[0]).toMatchObject({ refined_content: 'Draft!', edit_distance: 1 / 6 });
    expect(thought(scene)?.content).toBe('Draft.');
  });

  it('measures a second rewrite of the same round from the text before the round', () => {
    const scene = refine(refine(submitted(), 'Something else.'), 'Draft.');
    expect(scene.output.edit_distance).toBe(0);
    expect(rounds(scene)).toHaveLength(1);
  });

  it('measures the next round from the rewrite before it', () => {
    const scene = begun().round('Text A.', allScored(0.5)).round('Text B.', allScored(0.7));
    expect(rounds(scene)[1]?.edit_distance).toBeCloseTo(1 / 7, 12);
  });

  it('gathers challenged assumptions without doubling them', () => {
    const once = refine(submitted(), 'New.', ['a', 'b', 'a']);
    const twice = refine(once, 'Newer.', 'b\nc');
    expect(thought(once)?.challenged_assumptions).toEqual(['a', 'b']);
    expect(thought(twice)?.challenged_assumptions).toEqual(['a', 'b', 'c']);
    expect(thought(refine(twice, 'Newest.'))?.challenged_assumptions).toEqual(['a', 'b', 'c']);
  });

  it('compares words of very long texts and says so', () => {
    const long = Array.from({ length: 5000 }, (_, index) => `word${index}`).join(' ');
    const scene = refine(
      given()
        .when('begin_thought', { content: long })
        .when('critique_current_thought')
        .when('submit_critique', { text: 'x' }),
      long.replace('word0', 'other'),
    );
    expect(scene.output).toEqual({ round_index: 0, edit_distance: 1 / 5000, edit_distance_unit: 'word' });
  });
});
