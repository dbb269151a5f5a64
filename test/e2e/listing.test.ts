import { expect, it } from 'vitest';
import { connect, disconnect } from '../support/client.ts';
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
