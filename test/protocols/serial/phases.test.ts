import { describe, expect, it } from 'vitest';
import { given } from '../../support/given.ts';
import { allScored } from '../../support/scores.ts';

const raw: Record<string, Record<string, unknown>> = {
  begin_thought: { content: 'Cache at the edge.' },
  critique_current_thought: {},
  submit_critique: { text: 'Claim: too sure.' },
  refine_current_thought: { new_content: 'Cache at the edge, if reads are public.' },
  score_current_thought: { scores: allScored(0.6) },
  commit_thought: {},
};
const TOOLS = Object.keys(raw);
const path = TOOLS.slice(0, 5);
const PHASES = [
  'no_thought',
  'zero_rounds',
  'await_critique',
  'await_refine',
  'await_score',
  'round_complete',
] as const;
type Phase = (typeof PHASES)[number];

/** The first moment at which a session is in this phase. */
const at = (phase: Phase) =>
  path.slice(0, PHASES.indexOf(phase)).reduce((scene, tool) => scene.when(tool, raw[tool]), given());

/** Rows: phases; columns: begin, critique, submit, refine, score, commit; a dot is a success. */
const TABLE: Record<Phase, string> = {
  no_thought: '. begin_first begin_first begin_first begin_first begin_first',
  zero_rounds: 'uncommitted_exists . need_critique need_critique need_critique zero_rounds',
  await_critique: 'uncommitted_exists . . need_submit need_submit need_submit',
  await_refine: 'uncommitted_exists need_refine . . need_refine need_refine',
  await_score: 'uncommitted_exists need_score need_score . . need_score',
  round_complete: 'uncommitted_exists . need_critique need_critique need_critique .',
};
const cells = PHASES.flatMap((phase) =>
  TABLE[phase].split(' ').map((code, column) => [TOOLS[column] ?? '', phase, code] as const),
);

describe('every tool in every phase', () => {
  it.each(cells)('%s in %s gives %s', (tool, phase, code) => {
    const before = at(phase);
    const after = before.when(tool, raw[tool]);
    if (code === '.') return expect(after.output).toBeDefined();
    expect(after.refusal).toMatchObject({ error: 'sequencing', code });
    expect(after.session).toEqual(before.session);
  });

  it.each(PHASES)('advancing and finalizing in %s', (phase) => {
    const open = phase !== 'no_thought';
    const advanced = at(phase).when('advance_stage');
    if (open) expect(advanced.refusal).toMatchObject({ code: 'uncommitted_exists' });
    else expect(advanced.output.current_stage).toBe('Research');
    const finalized = at(phase).when('finalize_session');
    expect(finalized.output.status).toBe('finalized');
    expect('warning' in finalized.output).toBe(open);
  });

  it.each(PHASES)('beginning with discard drops the thought of %s and keeps it in the record', (phase) => {
    const scene = at(phase).when('begin_thought', { content: 'Anew.', discard: true });
    const thoughts = scene.session.thoughts;
    expect(scene.session.current_thought_id).toBe(thoughts.at(-1)?.id);
    expect(thoughts.at(-1)).toMatchObject({ content: 'Anew.', discarded: false });
    expect(thoughts.slice(0, -1).map((each) => each.discarded)).toEqual(phase === 'no_thought' ? [] : [true]);
  });

  it('admits a commit beside an unanswered lens only after a finished round', () => {
    expect(at('await_critique').when('commit_thought').refusal.code).toBe('need_submit');
    const second = at('round_complete').when('critique_current_thought');
    expect(second.when('commit_thought').output.committed).toBe(true);
    const critiqued = second.when('submit_critique', { text: 'Missing: a number.' });
    expect(critiqued.when('commit_thought').refusal.code).toBe('need_refine');
  });

  it('counts a pointer to nothing as no thought', () => {
    const scene = given({ current_thought_id: 't7' });
    expect(scene.when('submit_critique', { text: 'x' }).refusal.code).toBe('begin_first');
    expect(scene.when('begin_thought', { content: 'x' }).output.thought_id).toBe('t1');
  });
});

describe('the order of objections', () => {
  it('puts arguments before the phase', () => {
    expect(given().when('score_current_thought', { scores: 'none' }).refusal.code).toBe('bad_argument');
    expect(given().when('submit_critique', {}).refusal.code).toBe('missing_argument');
  });

  it('puts an unknown lens before what is owed, but after the missing thought', () => {
    const wrong = { lens: 'Steel_Man' };
    expect(given().when('critique_current_thought', wrong).refusal.code).toBe('begin_first');
    for (const phase of PHASES.slice(1))
      expect(at(phase).when('critique_current_thought', wrong).refusal.code).toBe('unknown_lens');
  });

  it('puts what is owed before a blank text', () => {
    expect(at('await_score').when('submit_critique', { text: ' ' }).refusal.code).toBe('need_score');
    expect(at('await_critique').when('refine_current_thought', { new_content: '' }).refusal.code).toBe(
      'need_submit',
    );
    expect(at('await_critique').when('submit_critique', { text: ' \n' }).refusal).toMatchObject({
      code: 'empty_critique',
      again: true,
    });
    expect(at('await_refine').when('refine_current_thought', { new_content: '' }).refusal).toMatchObject({
      code: 'empty_refinement',
      again: true,
    });
  });

  it('names a blank or missing draft', () => {
    const blank = given().when('begin_thought', { content: '  ' }).refusal;
    expect(blank).toMatchObject({ code: 'bad_argument', facts: { parameter: 'content' }, again: true });
    expect(given().when('begin_thought').refusal.code).toBe('missing_argument');
  });
});

describe('the step of each phase', () => {
  it.each([
    ['zero_rounds', 'loop_zero_rounds', 'critique_current_thought'],
    ['await_critique', 'loop_await_critique', 'submit_critique'],
    ['await_refine', 'loop_await_refine', 'refine_current_thought'],
    ['await_score', 'loop_await_score', 'score_current_thought'],
    ['round_complete', 'loop_continue', 'critique_current_thought'],
  ] as const)('%s is %s', (phase, code, tool) => {
    expect(at(phase).view.step).toMatchObject({ code, tool });
    expect(at(phase).view.step.say).toContain(tool);
  });

  it('is the commit once the thought has converged, with the reason', () => {
    const scene = at('await_score').with({});
    const done = given({ overrides: { serial: { max_rounds: 1 } } });
    const converged = path.reduce((each, tool) => each.when(tool, raw[tool]), done);
    expect(scene.when('score_current_thought', raw.score_current_thought).output.converged).toBe(false);
    expect(converged.output).toMatchObject({ converged: true, converged_reason: 'max_rounds' });
    expect(converged.view.step).toMatchObject({
      code: 'loop_converged',
      tool: 'commit_thought',
      facts: { converged_reason: 'max_rounds' },
    });
  });

  it('lets another round be opened after convergence', () => {
    const done = given({ overrides: { serial: { max_rounds: 1 } } });
    const converged = path.reduce((each, tool) => each.when(tool, raw[tool]), done);
    expect(converged.when('critique_current_thought').output.round_index).toBe(1);
  });
});
