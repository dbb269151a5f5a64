import { describe, expect, it } from 'vitest';
import { goOn, take } from '../../src/slim/course.ts';
import type { Inner, Table } from '../../src/slim/step.ts';

const SESSION = { session_id: 's1', status: 'active', question: 'Edge?', current_stage: 'Decide' };

/** A full set of tools that gives these replies, one after the other, to each tool. */
function scripted(replies: Readonly<Record<string, readonly Table[]>>) {
  const made: [string, Table][] = [];
  const left = new Map(Object.entries(replies).map(([tool, list]) => [tool, [...list]]));
  const inner: Inner = {
    call: async (tool, input) => {
      made.push([tool, input]);
      const list = left.get(tool) ?? [];
      const reply = (list.length > 1 ? list.shift() : list[0]) ?? {};
      return { reply, isError: false };
    },
    tools: [...left.keys()],
    newId: () => 'c1',
  };
  return { inner, made };
}

const pending = (next_tool: string, more: Table = {}) => ({ ...SESSION, next_tool, ...more });

describe('the way between two answers', () => {
  it('repeats a call of the server with the arguments that clear its refusal', async () => {
    const { inner, made } = scripted({
      resume_session: [
        pending('begin_subagent_thought'),
        pending('advance_subagent_round', { specialist: 'Skeptic', specialist_prompt: 'Doubt.' }),
      ],
      begin_subagent_thought: [
        {
          error: 'no_endpoint',
          message: 'None.',
          next_tool: 'begin_subagent_thought',
          next_arguments: { engine: 'manual' },
        },
        { thought_id: 't1' },
      ],
    });
    expect(await goOn('s1', inner)).toMatchObject({ kind: 'done', output: { specialist_prompt: 'Doubt.' } });
    expect(made.filter(([tool]) => tool === 'begin_subagent_thought').map(([, input]) => input)).toEqual([
      { session_id: 's1' },
      { session_id: 's1', engine: 'manual' },
    ]);
  });

  it('says that content was not taken while the server owns the step', async () => {
    const { inner } = scripted({ resume_session: [pending('next_action')] });
    const answer = await take('s1', { content: 'My draft.', scores: undefined }, inner);
    expect(answer).toMatchObject({
      kind: 'done',
      message: expect.stringMatching(/^Your content was not taken/),
    });
    const empty = await take('s1', { content: ' ', scores: undefined }, inner);
    expect(empty.message).not.toContain('not taken');
  });

  it('leaves off while models are at work, here or in another process', async () => {
    const here = scripted({
      resume_session: [pending('begin_subagent_thought')],
      begin_subagent_thought: [{ running: true, next_tool: 'begin_subagent_thought' }],
    });
    const waiting = { kind: 'done', output: { running: true }, next: { tool: 'next_action' } };
    expect(await goOn('s1', here.inner)).toMatchObject(waiting);
    const elsewhere = scripted({ resume_session: [pending('next_action')] });
    expect(await goOn('s1', elsewhere.inner)).toMatchObject(waiting);
  });

  it('tells a fault with the names of slim', async () => {
    const { inner } = scripted({
      resume_session: [pending('commit_thought')],
      commit_thought: [
        { error: 'disk_full', code: 'disk_full', message: 'The disk is full; call commit_thought.' },
      ],
    });
    expect(await goOn('s1', inner)).toMatchObject({
      kind: 'refused',
      code: 'disk_full',
      message: 'The server could not go on: The disk is full; call answer.',
      next: { tool: 'next_action' },
    });
  });

  it('says when a session needs what slim does not have', async () => {
    const { inner } = scripted({ resume_session: [pending('darbot_deepmind')] });
    expect(await goOn('s1', inner)).toMatchObject({ kind: 'done', next: { tool: null } });
  });

  it('names the refused content by the name that the model knows', async () => {
    const { inner } = scripted({
      resume_session: [pending('submit_critique', { draft_content: 'x', lens_template: 'y' })],
      submit_critique: [{ error: 'bad', message: '"text" is too long. Call submit_critique again.' }],
    });
    const answer = await take('s1', { content: 'A critique.', scores: undefined }, inner);
    expect(answer).toMatchObject({
      kind: 'refused',
      message: 'Not taken: "content" is too long. Call answer again.',
      next: { tool: 'answer' },
    });
  });

  it('asks for the mode of a session that has none, and takes it as content', async () => {
    const { inner, made } = scripted({
      resume_session: [pending('set_session_mode'), pending('begin_thought')],
      set_session_mode: [{ mode: 'serial' }],
    });
    const answer = await take('s1', { content: ' serial\n', scores: undefined }, inner);
    expect(answer).toMatchObject({ kind: 'done', message: expect.stringContaining('draft') });
    expect(made[1]).toEqual(['set_session_mode', { session_id: 's1', mode: 'serial' }]);
  });

  it('gives up on a session that never waits for the model', async () => {
    const { inner } = scripted({ resume_session: [pending('advance_stage')] });
    await expect(goOn('s1', inner)).rejects.toThrow('s1');
  });
});
