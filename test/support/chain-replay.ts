import { answerFrom, type ChainRecord, isAsListed, readChainRecords } from './chain-recordings.ts';
import { connect } from './client.ts';
import { tempHome } from './temp-home.ts';

const AT_ONCE = 4;

/** Plays every flow of a recording, each on a connection of its own; the calls that came out otherwise. */
export async function replayChains(file: string): Promise<readonly object[]> {
  const flows = new Map<string, ChainRecord[]>();
  for (const record of readChainRecords(file)) {
    // A tool that no server has is refused by the protocol itself.
    if (record.flow === 'unknown-tool') continue;
    flows.set(record.flow, [...(flows.get(record.flow) ?? []), record]);
  }
  const waiting = [...flows.values()];
  const wrong: object[] = [];
  const work = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift())
      wrong.push(...(await replayFlow(file, next)));
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return wrong;
}

async function replayFlow(file: string, records: readonly ChainRecord[]): Promise<readonly object[]> {
  const session = await connect({ home: tempHome() });
  const wrong: object[] = [];
  for (const record of records) {
    const { reply, isError, content } = await session.result(record.tool, record.args);
    const answer = answerFrom(record.tool, { isError, reply, text: content[0]?.text ?? '' });
    if (!isAsListed(file, record, answer)) wrong.push({ n: record.n, args: record.args, answer });
  }
  session.server.closeStdin();
  return wrong;
}
