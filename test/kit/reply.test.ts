import { describe, expect, it } from 'vitest';
import { refusals } from '../../src/kit/outcome.ts';
import { refusalReply, repeatStep, successReply } from '../../src/kit/reply.ts';

const step = { code: 'go', tool: 'commit_thought', say: 'Call commit_thought.' };
const plain = { sessionId: 'abcd2345', step, ignored: [] };

describe('a reply', () => {
  it('of success starts with the id and closes with message and next tool', () => {
    const reply = successReply({ z: 1, a: 2 }, 'Stored.', plain);
    expect(Object.entries(reply)).toEqual([
      ['session_id', 'abcd2345'],
      ['z', 1],
      ['a', 2],
      ['message', 'Stored. Call commit_thought.'],
      ['next_tool', 'commit_thought'],
    ]);
  });

  it('of refusal names class and code before its facts', () => {
    const refuse = refusals('sequencing', { named: (f: { id: string }) => `No ${f.id}.` });
    expect(Object.entries(refusalReply(refuse('named', { id: 't1' }), plain))).toEqual([
      ['session_id', 'abcd2345'],
      ['error', 'sequencing'],
      ['code', 'named'],
      ['id', 't1'],
      ['message', 'No t1. Call commit_thought.'],
      ['next_tool', 'commit_thought'],
    ]);
  });

  it('tells the alternative, the arguments of the next call and the ignored names when there are any', () => {
    const full = { ...step, alternative: 'begin_thought', arguments: { mode: 'serial' } };
    expect(successReply({}, '', { sessionId: null, step: full, ignored: ['x'] })).toEqual({
      session_id: null,
      message: 'Call commit_thought.',
      next_tool: 'commit_thought',
      alternative_tool: 'begin_thought',
      next_arguments: { mode: 'serial' },
      ignored_arguments: ['x'],
    });
  });

  it('has a null next tool when nothing is left to do', () => {
    const end = { ...plain, step: { code: 'end', tool: null, say: 'Nothing is left.' } };
    expect(successReply({}, 'Stored.', end)).toHaveProperty('next_tool', null);
  });

  it('keeps the step out of the fields of the tool: its code stays inside', () => {
    expect(successReply({}, 'Stored.', plain)).not.toHaveProperty('code');
  });
});

describe('the step back to the same tool', () => {
  it('names it', () => {
    expect(repeatStep('submit_critique')).toMatchObject({ code: 'repeat', tool: 'submit_critique' });
    expect(repeatStep('submit_critique').say).toContain('submit_critique');
    expect(repeatStep('submit_critique')).not.toHaveProperty('arguments');
  });

  it('names the arguments that clear the refusal, where they are known', () => {
    const step = repeatStep('begin_subagent_thought', { given: { engine: 'manual' } });
    expect(step.arguments).toEqual({ engine: 'manual' });
    expect(step.say).toContain('begin_subagent_thought again with engine: "manual"');
  });
});
