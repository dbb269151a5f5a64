import { expect, it } from 'vitest';
import { connect, disconnect } from '../support/client.ts';
import { startProcess } from '../support/server-process.ts';
import { sessionsOnDisk, tempHome } from '../support/temp-home.ts';
import { thought } from '../support/thought.ts';

it('names the way back for an archived record of every kind, and hands out no work in it', async () => {
  const home = tempHome();
  const session = await connect({ home });
  const { session_id } = await session.call('start_session', { question: 'Why?', mode: 'serial' });
  await session.call('sequentialthinking', { ...thought(1), sessionId: 'chain234' });
  const { sessionId } = await session.call('tot_start', { query: 'Why?' });
  const { review_id } = await session.call('start_review', {
    claim: 'An edge cache is the better one of the two',
    mode: 'premortem',
  });
  const back = (id: unknown) => `deep-think-mcp sessions restore ${id}`;
  for (const id of [session_id, 'chain234', sessionId, review_id])
    await startProcess({ home, args: ['sessions', 'archive', String(id)] }).ended;

  for (const id of [session_id, 'chain234', sessionId, review_id]) {
    const next = await session.call('next_action', { session_id: id });
    expect(next).toMatchObject({ next_tool: null, message: expect.stringContaining(back(id)) });
  }
  const texts: (readonly [string, object, unknown])[] = [
    ['begin_thought', { session_id, content: 'A draft.' }, session_id],
    ['finalize_session', { session_id: 'chain234', reopen: true }, 'chain234'],
    ['keep_here', { session_id }, session_id],
    ['move_session', { session_id, new_path: `${home}-moved.json` }, session_id],
    [
      'start_review',
      { mode: 'steelman', claim: 'A claim that is long enough', parent_session_id: session_id },
      session_id,
    ],
    ['sequentialthinking', { ...thought(2), sessionId: 'chain234' }, 'chain234'],
    [
      'tot_propose',
      { sessionId, nodes: [{ id: 'R1.A', parent: null, title: 'A', plannedAction: 'Look.' }] },
      sessionId,
    ],
    ['tot_commit', { sessionId, results: [] }, sessionId],
    ['tot_next', { sessionId }, sessionId],
    ['tot_step', { sessionId }, sessionId],
    ['tot_end', { sessionId }, sessionId],
    ['submit', { review_id, items: [{ text: 'Anything' }] }, review_id],
    ['get_verdict', { review_id }, review_id],
    ['abandon_review', { review_id, reason: 'Enough.' }, review_id],
  ];
  const before = sessionsOnDisk(home);
  for (const [tool, args, id] of texts) {
    const { content } = await session.result(tool, args);
    const text = String(content[0]?.text);
    expect(text, tool).toContain(back(id));
    expect(text, tool).not.toMatch(/reopen|with submit/);
  }
  expect(sessionsOnDisk(home)).toEqual(before);
  await disconnect(session);
});
