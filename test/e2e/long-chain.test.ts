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

  const whole = await session.call('export_session', { session_id: 'long' });
  const { session_id } = await session.call('import_session', { data: whole.export });
  expect(session_id).not.toBe('long');
  const again = JSON.stringify(await asked('export_session', { format: 'markdown' }, session_id));
  for (let number = 1; number <= COUNT; number += 1) expect(again).toContain(text(number));
});
