import { expect, it } from 'vitest';
import { connect, disconnect } from '../support/client.ts';
import { REFUTING } from '../support/refutation.ts';
import { tempHome } from '../support/temp-home.ts';
import { thought } from '../support/thought.ts';

it('counts in listings what each protocol works with', async () => {
  const session = await connect({ home: tempHome() });
  const serial = await session.call('start_session', { question: 'Why?', mode: 'serial' });
  await session.call('begin_thought', { session_id: serial.session_id, content: 'A draft.' });
  await session.call('sequentialthinking', thought(1));
  await session.call('sequentialthinking', thought(2));
  const { sessionId } = await session.call('tot_start', { query: 'Why?' });
  const node = (id: string, parent: string | null) => ({ id, parent, title: id, plannedAction: 'Look.' });
  await session.call('tot_propose', { sessionId, nodes: [node('R1.A', null)] });
  const results = [{ nodeId: 'R1.A', state: 'EXPLORE', findings: 'Two ways.' }];
  await session.call('tot_commit', { sessionId, results });
  await session.call('tot_propose', { sessionId, nodes: [node('R2.A1', 'R1.A'), node('R2.A2', 'R1.A')] });
  const { sessions } = await session.call('list_sessions');
  expect(sessions).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ protocol: 'serial', thought_count: 1, committed_count: 0 }),
      expect.objectContaining({ protocol: 'sequential', thought_count: 2, committed_count: 2 }),
      expect.objectContaining({ protocol: 'tree', thought_count: 3, committed_count: 1 }),
    ]),
  );
  await disconnect(session);
});

it('takes nothing for open that has come to its end, whatever was begun later', async () => {
  const home = tempHome();
  const session = await connect({ home });
  const { session_id } = await session.call('start_session', { question: 'Still open?', mode: 'serial' });
  for (let at = 0; at < 25; at += 1)
    await session.call('sequentialthinking', {
      ...thought(1),
      nextThoughtNeeded: false,
      sessionId: `done${at}`,
    });
  const { review_id } = await session.call('start_review', {
    claim: 'An edge cache is the better one of the two',
    mode: 'devils_advocate',
  });
  for (const items of REFUTING) await session.call('submit', { review_id, items });
  const { sessionId } = await session.call('tot_start', {
    query: 'Why?',
    minRounds: 1,
    allowEarlyTerminal: true,
  });
  const results = [{ nodeId: 'R1.A', state: 'DEAD', findings: 'Nothing.' }];
  await session.call('tot_step', { sessionId, results });
  expect(await session.call('tot_end', { sessionId })).toMatchObject({ status: 'OK' });

  const open = [expect.objectContaining({ session_id })];
  expect(await session.call('next_action')).toMatchObject({
    open_sessions: open,
    next_arguments: { session_id },
  });
  const unknown = await session.call('resume_session', { session_id: 'nowhere9' });
  expect(unknown.open_sessions).toEqual(open);
  expect(await session.call('list_sessions', { limit: 30 })).toMatchObject({
    next_arguments: { session_id },
  });
  const { messages } = await session.client.getPrompt({ name: 'continue', arguments: {} });
  expect(JSON.stringify(messages)).toContain(String(session_id));
  // Another process reads it off the files, and a thought more opens a chain again.
  const other = await connect({ home });
  expect((await other.call('next_action')).open_sessions).toEqual(open);
  await other.call('sequentialthinking', { ...thought(2), sessionId: 'done7' });
  expect((await session.call('next_action')).open_sessions).toHaveLength(2);
});
