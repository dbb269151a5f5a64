import { describe, expect, it } from 'vitest';
import { flag, optional } from '../../src/kit/field.ts';
import { admits, gatePhase, gateSession } from '../../src/kit/gate.ts';
import { refusals } from '../../src/kit/outcome.ts';
import type { Gate, SessionTool } from '../../src/kit/tool.ts';
import { newSession } from '../support/given.ts';

const modes = [{ name: 'serial', description: 'One line.', recommended_for: 'All.' }];

function tool(gate: Gate, effect: SessionTool['effect'] = 'writes'): SessionTool {
  const never = () => {
    throw new Error('the gate calls no tool');
  };
  return {
    kind: 'session',
    staged: true,
    name: 'do_it',
    title: 'Do it',
    description: 'Does it.',
    gate,
    effect,
    fields: { discard: optional(flag()) },
    example: {},
    vet: never,
    order: never,
    call: never,
    finish: never,
  };
}

const code = (gate: Gate, over: Record<string, unknown>, effect?: SessionTool['effect']) =>
  gateSession(tool(gate, effect), newSession(over), { protocol: null, modes })?.code ?? null;

describe('the gate of a session', () => {
  it('asks for a mode where the tool belongs to one, and says which there are', () => {
    const refusal = gateSession(tool({ protocol: 'serial' }), newSession({ protocol: null }), {
      protocol: null,
      modes,
    });
    expect(refusal).toMatchObject({
      error: 'mode_required',
      code: 'mode_required',
      facts: {
        mode_required: true,
        modes: [{ name: 'serial', description: 'One line.' }],
        blocked_tool: 'do_it',
      },
      again: false,
    });
    expect(refusal?.facts.modes).toEqual([{ name: 'serial', description: 'One line.' }]);
  });

  it('asks for a mode where the tool takes any, and for none where it takes none', () => {
    expect(code({ protocol: 'any' }, { protocol: null })).toBe('mode_required');
    expect(code({ protocol: null }, { protocol: null })).toBeNull();
  });

  it('refuses a session of another mode', () => {
    const refusal = gateSession(tool({ protocol: 'subagent' }), newSession(), { protocol: null, modes });
    expect(refusal).toMatchObject({
      error: 'wrong_mode',
      code: 'wrong_mode',
      facts: { required_mode: 'subagent', current_mode: 'serial', blocked_tool: 'do_it' },
    });
    expect(code({ protocol: 'serial' }, {})).toBeNull();
    expect(code({ protocol: 'any' }, { protocol: 'subagent' })).toBeNull();
  });

  it.each(['finalized', 'archived', 'abandoned'])(
    'lets nothing be written to a session that is %s',
    (status) => {
      expect(code({ protocol: 'serial' }, { status })).toBe(`session_${status}`);
      expect(code({ protocol: null }, { status }, 'destroys')).toBe(`session_${status}`);
      expect(code({ protocol: null }, { status }, 'reads')).toBeNull();
      expect(code({ protocol: null, closed: ['finalized', 'archived', 'abandoned'] }, { status })).toBeNull();
    },
  );

  it('accepts only the closed statuses that the tool names', () => {
    expect(code({ protocol: null, closed: ['finalized'] }, { status: 'archived' })).toBe('session_archived');
  });

  it('objects to the mode before the status', () => {
    expect(code({ protocol: 'serial' }, { protocol: null, status: 'finalized' })).toBe('mode_required');
    expect(code({ protocol: 'subagent' }, { status: 'finalized' })).toBe('wrong_mode');
  });
});

describe('the gate of a phase', () => {
  const owed = refusals('sequencing', { owed: (f: { by: string }) => `${f.by} must wait.` });
  const opened = {
    phase: 'await_score',
    owed: (by: string) => owed('owed', { by }),
    step: () => null,
    material: () => ({}),
  };
  const phased: Gate = { protocol: 'serial', phases: ['no_thought'] };

  it('opens in the phases of the tool and shuts in others', () => {
    expect(gatePhase(tool(phased), { ...opened, phase: 'no_thought' }, {})).toBeNull();
    expect(gatePhase(tool(phased), opened, {})).toMatchObject({ code: 'owed', facts: { by: 'do_it' } });
  });

  it('does not exist for a tool without phases or a session without mode', () => {
    expect(gatePhase(tool({ protocol: 'serial' }), opened, {})).toBeNull();
    expect(gatePhase(tool(phased), null, {})).toBeNull();
  });

  it.each([
    [true, true],
    [false, false],
    [undefined, false],
    ['true', false],
  ])('is waived by the flag of the tool when it is %j: %j', (given, waived) => {
    const waivable = tool({ ...phased, waivedBy: 'discard' });
    expect(gatePhase(waivable, opened, { discard: given }) === null).toBe(waived);
    expect(gatePhase(tool(phased), opened, { discard: given })).not.toBeNull();
  });

  it('tells whether good arguments could succeed, a waiver not counted', () => {
    expect(admits(tool({ ...phased, waivedBy: 'discard' }), opened)).toBe(false);
    expect(admits(tool(phased), { ...opened, phase: 'no_thought' })).toBe(true);
    expect(admits(tool(phased), null)).toBe(true);
  });
});
