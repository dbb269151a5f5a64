import { describe, expect, it } from 'vitest';
import { remedies } from '../../src/kit/next.ts';
import { given } from '../support/given.ts';
import { allScored } from '../support/scores.ts';

const FINALIZED = { status: 'finalized', finalized_at: '2026-03-01T12:00:00Z' };
const kept = (timestamp: string) => [{ action: 'keep_here', timestamp }];
const committed = (stage: string, id = 't1') => ({
  id,
  stage,
  position: 0,
  timestamp: '2026-01-01T00:00:00Z',
  content: 'Cache at the edge.',
  committed: true,
});
const only = (...tools: string[]) => ({ has: (tool: string) => tools.includes(tool) });

describe('the next step of a closed session', () => {
  it('is the question of place while that is open', () => {
    const { step, material } = given(FINALIZED).with(only('move_session', 'keep_here')).view;
    expect(step).toMatchObject({
      code: 'await_move_decision',
      tool: 'move_session',
      alternative: 'keep_here',
    });
    expect(material).toEqual({});
  });

  it('recommends only what is registered', () => {
    const { step } = given(FINALIZED).with(only('keep_here')).view;
    expect(step).toMatchObject({ code: 'await_move_decision', tool: 'keep_here' });
    expect(step).not.toHaveProperty('alternative');
    expect(step.say).not.toContain('move_session');
    expect(given(FINALIZED).with(only()).view.step.tool).toBeNull();
  });

  it('is nothing after the choice of place', () => {
    const decided = { ...FINALIZED, decisions: kept('2026-03-01T12:00:01Z') };
    expect(given(decided).view.step).toMatchObject({ code: 'session_complete', tool: null });
    const stale = { ...FINALIZED, decisions: kept('2026-02-01T00:00:00Z') };
    expect(given(stale).view.step.code).toBe('await_move_decision');
  });

  it.each(['archived', 'abandoned'])('is nothing when it is %s', (status) => {
    const { step, material } = given({ status }).view;
    expect(step).toMatchObject({ code: `session_${status}`, tool: null });
    expect(step.say).toContain(status);
    expect(material).toEqual({});
  });

  it('is the same without a mode', () => {
    expect(given({ ...FINALIZED, protocol: null }).view.step.code).toBe('await_move_decision');
    expect(given({ status: 'archived', protocol: null }).view.step.code).toBe('session_archived');
  });

  it('has no material although a thought is open', () => {
    const open = { thoughts: [{ ...committed('Research'), committed: false }], current_thought_id: 't1' };
    expect(given({ ...FINALIZED, ...open }).view.material).toEqual({});
    expect(given(open).view.material).not.toEqual({});
  });
});

describe('the next step of an active session', () => {
  it('is the choice of a mode where there is none', () => {
    expect(given({ protocol: null }).view).toMatchObject({
      step: { code: 'mode_required', tool: 'set_session_mode' },
      material: {},
    });
  });

  it('is the only mode where the server offers no other', () => {
    const modes = [{ name: 'serial', description: '', recommended_for: '' }];
    const { step } = given({ protocol: null }).with({ modes }).view;
    expect(step).toMatchObject({ tool: 'set_session_mode', arguments: { mode: 'serial' } });
    expect(step.say).not.toContain('ask');
  });

  it('is to begin while the stage has no committed thought', () => {
    expect(given().view.step).toMatchObject({ code: 'loop_no_thought_begin', tool: 'begin_thought' });
    const discarded = {
      thoughts: [{ ...committed('Problem Definition'), committed: false, discarded: true }],
    };
    expect(given(discarded).view.step.code).toBe('loop_no_thought_begin');
    const elsewhere = { thoughts: [committed('Research')] };
    expect(given(elsewhere).view.step.code).toBe('loop_no_thought_begin');
  });

  it('is to advance when the stage has one', () => {
    expect(given({ thoughts: [committed('Problem Definition')] }).view.step).toMatchObject({
      code: 'loop_stage_done',
      tool: 'advance_stage',
      alternative: 'begin_thought',
    });
  });

  it('is to begin at an empty last stage, too, where advancing leads nowhere', () => {
    const { step } = given({ current_stage: 'Conclusion' }).view;
    expect(step).toMatchObject({ code: 'loop_no_thought_begin', tool: 'begin_thought' });
    expect(step).not.toHaveProperty('alternative');
  });

  it('is to finalize when the last stage has a committed thought', () => {
    const end = { current_stage: 'Conclusion', thoughts: [committed('Conclusion')] };
    expect(given(end).view.step).toMatchObject({
      code: 'loop_no_thought_final_stage',
      tool: 'finalize_session',
      alternative: 'begin_thought',
    });
  });

  it('serves an open thought first, at the last stage as well', () => {
    const open = { ...committed('Conclusion', 't2'), committed: false };
    const over = {
      current_stage: 'Conclusion',
      thoughts: [committed('Conclusion'), open],
      current_thought_id: 't2',
    };
    expect(given(over).view.step.code).toBe('loop_zero_rounds');
  });

  it('leads a client that only obeys from the start to the question of place', () => {
    const raw: Record<string, Record<string, unknown>> = {
      begin_thought: { content: 'Cache at the edge.' },
      submit_critique: { text: 'Claim: too sure.' },
      refine_current_thought: { new_content: 'Cache at the edge, if reads are public.' },
      score_current_thought: { scores: allScored(0.6) },
    };
    let scene = given();
    const called: string[] = [];
    for (let tool = scene.view.step.tool; tool !== null && scene.session.status === 'active'; ) {
      scene = scene.when(tool, raw[tool] ?? {});
      expect(scene.output).toBeDefined();
      called.push(tool);
      tool = scene.view.step.tool;
    }
    expect(scene.view.step.code).toBe('await_move_decision');
    expect(called.filter((tool) => tool === 'commit_thought')).toHaveLength(5);
    expect(called.at(-1)).toBe('finalize_session');
  });
});

describe('the steps outside a session', () => {
  it('name their tool, and the session where there is one', () => {
    expect(remedies.start.tool).toBe('start_session');
    expect(remedies.list.tool).toBe('list_sessions');
    expect(remedies.resume('abcd2345')).toMatchObject({
      tool: 'resume_session',
      arguments: { session_id: 'abcd2345' },
    });
  });
});
