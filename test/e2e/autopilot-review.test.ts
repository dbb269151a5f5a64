import { expect, it } from 'vitest';
import { asksScores, connectTo, SCORED, serveModel, startIn, systemText } from '../support/model-session.ts';
import { refutation } from '../support/refutation.ts';
import { sessionBytes, tempHome } from '../support/temp-home.ts';

it('answers a review that refuted the thought before', async () => {
  const home = tempHome();
  const llm = await serveModel((r) => (asksScores(r) ? SCORED : `A text of some length, number ${r.nth}.`));
  const session = await connectTo(llm, { home });
  const session_id = await startIn(session, 'serial', { serial: { max_rounds: 1 } });
  await session.call('run_stage_autopilot', { session_id });
  const review = await refutation(session.call, session_id);
  const before = llm.requests.length;
  expect(await session.call('run_stage_autopilot', { session_id })).toMatchObject({
    committed: true,
    next_tool: 'finalize_session',
  });
  expect(
    llm.requests
      .slice(before)
      .map(systemText)
      .filter((text) => text.includes('first draft')),
  ).toEqual([]);
  expect(JSON.parse(sessionBytes(home, session_id) ?? '').thoughts[1]).toMatchObject({
    from: review,
    committed: true,
  });
});
