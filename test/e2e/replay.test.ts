import { beforeAll, describe, expect, it } from 'vitest';
import { differencesPage, readDifferences } from '../support/differences.ts';
import { readRecordings } from '../support/recordings.ts';
import { type Replay, replayCase } from '../support/replay.ts';

const AT_ONCE = 3;

describe('the recordings of the original deep-think server', () => {
  const cases = ['serial.jsonl', 'subagent.jsonl'].flatMap(readRecordings);
  const differences = readDifferences();
  const replays = new Map<string, Replay>();

  beforeAll(async () => {
    const waiting = [...cases];
    const work = async () => {
      for (let next = waiting.shift(); next !== undefined; next = waiting.shift())
        replays.set(next.name, await replayCase(next, differences));
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
  }, 120_000);

  it.each(cases.map(({ name }) => name))('come out as recorded or as a listed difference: %s', (name) => {
    expect(replays.get(name)?.unexplained).toEqual([]);
  });

  it('still show every listed difference', () => {
    const used = new Set([...replays.values()].flatMap((replay) => [...replay.used]));
    const stale = differences.flatMap(({ id, applies_to }) =>
      applies_to.filter((each) => !used.has(each)).map((each) => ({ id, ...each })),
    );
    expect(stale).toEqual([]);
  });

  it('have every difference on the page for users', async () => {
    await expect(differencesPage(differences)).toMatchFileSnapshot('../../docs/differences.md');
  });
});
