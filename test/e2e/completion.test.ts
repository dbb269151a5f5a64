import { describe, expect, it } from 'vitest';
import { connect, disconnect } from '../support/client.ts';
import { startProcess } from '../support/server-process.ts';
import { sharedSession } from '../support/shared-session.ts';
import { tempHome } from '../support/temp-home.ts';

describe('completion', () => {
  const session = sharedSession();
  const prompt = async (name: string, argument: string, value: string) => {
    const ref = { type: 'ref/prompt' as const, name };
    return (await session.client().complete({ ref, argument: { name: argument, value } })).completion;
  };
  const template = async (uri: string, argument: string, value: string) => {
    const ref = { type: 'ref/resource' as const, uri };
    return (await session.client().complete({ ref, argument: { name: argument, value } })).completion;
  };
  const start = async (question: string) =>
    String((await session.call('start_session', { question, mode: 'serial' })).session_id);

  it('of session ids knows the beginning of an id and words of the question', async () => {
    const id = await start('Where do Zebras sleep at night?');
    const begun = await prompt('continue', 'session_id', id.slice(0, 6));
    expect(begun.values[0]).toBe(id);
    for (const value of ['zebras', 'NIGHT zebra', '  sleep  '])
      expect((await prompt('continue', 'session_id', value)).values).toContain(id);
    for (const part of ['', '/report', '/graph'])
      expect((await template(`deep-think://sessions/{id}${part}`, 'id', 'zebras')).values).toEqual([id]);
    expect(await prompt('continue', 'session_id', 'zebras awake')).toEqual({
      values: [],
      total: 0,
      hasMore: false,
    });
  });

  it('of session ids leaves archived sessions out', async () => {
    const home = tempHome();
    const first = await connect({ home });
    const started = async (question: string) =>
      String((await first.call('start_session', { question, mode: 'serial' })).session_id);
    const [put, kept] = [await started('Zebras by day?'), await started('Zebras by night?')];
    await disconnect(first);
    await startProcess({ home, args: ['sessions', 'archive', put] }).ended;
    const { client } = await connect({ home });
    const ref = { type: 'ref/prompt' as const, name: 'continue' };
    for (const value of ['', 'zebras', put.slice(0, 7)]) {
      const { completion } = await client.complete({ ref, argument: { name: 'session_id', value } });
      expect(completion.values).toEqual(value === '' || value === 'zebras' ? [kept] : []);
    }
  });

  it('gives the ids newest first, at most a hundred, and counts all', async () => {
    const { count: before } = await session.call('list_sessions', { limit: 1 });
    for (let made = 0; made < 101; made += 1) await start('Many?');
    const { values, total, hasMore } = await prompt('continue', 'session_id', '');
    expect([values.length, total, hasMore]).toEqual([100, Number(before) + 101, true]);
    const { sessions } = await session.call('list_sessions', { limit: 5 });
    const newest = Array.isArray(sessions) ? sessions.map(({ id }) => id) : [];
    expect(values.slice(0, 5)).toEqual(newest);
  });

  it('of modes, stages, specialists and lenses', async () => {
    expect((await prompt('think', 'mode', 's')).values).toEqual(['serial', 'subagent']);
    expect((await prompt('investigate', 'mode', 'Ex')).values).toEqual(['exhaustive']);
    expect((await prompt('think', 'stages', 'pro')).values).toEqual(['Problem Definition']);
    expect((await prompt('think', 'stages', 'Research, My own, ')).values).toEqual([
      'Research, My own, Problem Definition',
      'Research, My own, Analysis',
      'Research, My own, Synthesis',
      'Research, My own, Conclusion',
    ]);
    expect((await prompt('perspectives', 'specialists', 'Skeptic,an')).values).toEqual(['Skeptic,Analysis']);
    expect((await prompt('think', 'question', 'Why')).values).toEqual([]);
    expect((await template('deep-think://lenses/{name}', 'name', 'steel')).values).toEqual(['steel_man']);
  });

  it.each([
    ['an unknown prompt', () => prompt('thnik', 'mode', ''), /Did you mean "think"/],
    ['an unknown argument', () => prompt('think', '__proto__', ''), /Unknown argument: "__proto__"/],
    ['an unknown template', () => template('deep-think://x/{id}', 'id', ''), /No template/],
    [
      'an unknown variable',
      () => template('deep-think://lenses/{name}', 'id', ''),
      /no variable "id". It has: name/,
    ],
  ])('of %s is refused', async (_, ask, message) => {
    await expect(ask()).rejects.toMatchObject({ code: -32602, message: expect.stringMatching(message) });
  });
});
