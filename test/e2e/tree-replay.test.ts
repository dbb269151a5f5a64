import { expect, it } from 'vitest';
import { connect, disconnect } from '../support/client.ts';
import { serverClock } from '../support/server-clock.ts';
import { tempHome } from '../support/temp-home.ts';
import { TREE_DIFFERENCES } from '../support/tree-differences.ts';
import { accountsFor, replayTreeOn, treeRecords } from '../support/tree-replay.ts';

/** Records that no call repeats; other tests see to them. */
const SKIPPED = new Map([
  [45, 'an unknown tool'],
  [669, 'a damaged file'],
]);

it('answers over stdio as the recording of the tree server, with its clock, or by a listed difference', async () => {
  const home = tempHome();
  const clock = serverClock(home, Date.UTC(2026, 0, 1));
  const session = await connect({ home, env: clock.env });
  const server = { call: session.result, advance: clock.advance };
  const { found, compared, shortened } = await replayTreeOn(server, treeRecords(), SKIPPED);
  const listed = TREE_DIFFERENCES.flatMap(({ at }) => at);
  expect(found.filter((each) => !listed.some((at) => accountsFor(at, each)))).toEqual([]);
  expect(compared).toBeGreaterThan(20 * shortened);
  await disconnect(session);
}, 120_000);
