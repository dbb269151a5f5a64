import { describe, expect, it } from 'vitest';
import { serial } from '../../../src/protocols/serial/protocol.ts';
import { given, lensLibrary, newSession } from '../../support/given.ts';
import { allScored } from '../../support/scores.ts';

const begun = given().when('begin_thought', { content: 'Draft.' });
const opened = begun.when('critique_current_thought');
const submitted = opened.when('submit_critique', { text: 'Claim: too sure.' });
const refined = submitted.when('refine_current_thought', { new_content: 'Draft!' });
const scored = refined.when('score_current_thought', { scores: allScored(0.5) });

describe('the material of a pending step', () => {
  it('is nothing without a thought in work', () => {
    expect(given().view.material).toEqual({});
    expect(scored.when('commit_thought').view.material).toEqual({});
  });

  it('is the draft before the first lens', () => {
    expect(begun.view.material).toEqual({ thought_id: 't1', draft_content: 'Draft.' });
  });

  it('is draft and lens text, one right before the other, for the critique', () => {
    const { material } = opened.view;
    expect(material).toEqual({
      thought_id: 't1',
      round_index: 0,
      lens: 'unstated_assumption',
      draft_content: 'Draft.',
      lens_template: lensLibrary().lenses.get('unstated_assumption')?.text,
    });
    const keys = Object.keys(material);
    expect(keys[keys.indexOf('draft_content') + 1]).toBe('lens_template');
  });

  it('is draft and critique for the rewrite', () => {
    expect(submitted.view.material).toEqual({
      thought_id: 't1',
      round_index: 0,
      lens: 'unstated_assumption',
      draft_content: 'Draft.',
      critique_text: 'Claim: too sure.',
    });
  });

  it('is both versions, their distance and the dimensions for the scores', () => {
    expect(refined.view.material).toMatchObject({
      draft_content: 'Draft.',
      critique_text: 'Claim: too sure.',
      refined_content: 'Draft!',
      edit_distance: 1 / 6,
    });
    expect(refined.view.material.dimensions).toEqual(Object.keys(allScored(0)));
  });

  it('is the newest version after a round', () => {
    expect(scored.view.material).toEqual({ thought_id: 't1', draft_content: 'Draft!' });
    expect(scored.when('critique_current_thought').view.material).toMatchObject({
      round_index: 1,
      draft_content: 'Draft!',
    });
  });

  it('leaves out the text of a lens that has vanished', () => {
    const gone = opened.with({ lenses: { lenses: new Map(), notes: [] } });
    expect(gone.view.material).not.toHaveProperty('lens_template');
    expect(gone.view.material.lens).toBe('unstated_assumption');
  });
});

describe('opening a document', () => {
  it('tells the phase', () => {
    const scenes = [given(), begun, opened, submitted, refined, scored];
    expect(scenes.map((scene) => serial.open(scene.session).phase)).toEqual(serial.phases);
  });

  it('throws for a document that holds no staged session', () => {
    const { thoughts: _, ...rest } = newSession();
    expect(() => serial.open({ ...rest, thoughts: 'none' })).toThrow();
    expect(() => serial.open({ ...rest, expected_stages: [] })).toThrow();
  });
});
