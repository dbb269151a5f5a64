import { expect, it } from 'vitest';
import { connect } from '../support/client.ts';
import { tempHome } from '../support/temp-home.ts';

const MOST = 20_000;
const COUNT = 60;
const FORKS: Readonly<Record<number, object>> = {
  20: { branchFromThought: 5, branchId: 'cheap' },
  30: { branchFromThought: 10, branchId: 'fast' },
  40: { branchFromThought: 15, branchId: 'safe' },
};

it('shows sixty thoughts with three branches in short replies, and takes its own export back', async () => {
  const session = await connect({ home: tempHome() });
  const text = (number: number) => `Thought number ${number} weighs one more reason. `.padEnd(100, '.');
  for (let number = 1; number <= COUNT; number += 1) {
    const reply = await session.call('sequentialthinking', {
      ...{ thought: text(number), thoughtNumber: number, totalThoughts: COUNT, sessionId: 'long' },
      ...{ nextThoughtNeeded: number < COUNT, ...FORKS[number] },
    });
    expect(JSON.stringify(reply).length).toBeLessThan(1000);
  }
  const asked = async (tool: string, args: object = {}, session_id: unknown = 'long') => {
    const answer = await session.call(tool, { session_id, ...args });
    expect(JSON.stringify(answer).length, tool).toBeLessThan(MOST);
    return answer;
  };
  expect(JSON.stringify(await asked('resume_session'))).toContain(text(COUNT));
  const page = JSON.stringify(await asked('export_session', { format: 'markdown' }));
  for (let number = 1; number <= COUNT; number += 1) expect(page).toContain(text(number));
  const map = JSON.stringify(await asked('export_session', { format: 'mermaid' }));
  for (const branch of ['cheap', 'fast', 'safe']) expect(map).toContain(branch);

  const part = async (name: string) => String((await asked('export_session', { part: name })).export);
  const numbers = (markdown: string) =>
    [...markdown.matchAll(/^> Thought number (\d+) /gmu)].map(([, n]) => Number(n));
  expect(numbers(await part('last 5'))).toEqual([56, 57, 58, 59, 60]);
  expect(numbers(await part('10-12'))).toEqual([10, 11, 12]);
  expect(numbers(await part('7'))).toEqual([7]);
  expect(numbers(await part('branch fast'))).toEqual([30]);
  const structure = await part('structure');
  expect(structure.match(/^- \d+\. Thought/gmu)).toHaveLength(COUNT);
  expect(structure).toContain('Branch "safe" (from thought 15)');
  const unread = await asked('export_session', { part: 'the nice ones' });
  expect(unread).toMatchObject({ code: 'bad_argument', parameter: 'part', next_tool: 'export_session' });
  expect(unread.message).toContain('last 5');
  const staged = await session.call('start_session', { question: 'Edge?', mode: 'serial' });
  const page_of_stages = await asked('export_session', { part: 'last 5' }, staged.session_id);
  expect(page_of_stages.message).toContain('Only a notebook');
  expect(page_of_stages.export).toContain('Edge?');

  const whole = await session.call('export_session', { session_id: 'long' });
  const { session_id } = await session.call('import_session', { data: whole.export });
  expect(session_id).not.toBe('long');
  const again = JSON.stringify(await asked('export_session', { format: 'markdown' }, session_id));
  for (let number = 1; number <= COUNT; number += 1) expect(again).toContain(text(number));
});
