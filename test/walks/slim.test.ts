import { existsSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { createRegistry } from '../../src/registry.ts';
import { MODES, type Mode } from '../../src/slim/start.ts';
import { Home } from '../support/in-process-home.ts';
import type { Fields } from '../support/recordings.ts';
import { itemsFor } from '../support/reviewer.ts';
import { type Chance, seededRandom } from '../support/seeded-random.ts';
import { scoresOf } from '../support/serial-phases.ts';

const WALKS = 4;
const MOST_ANSWERS = 200;
const SLIM = ['think', 'answer', 'next_action'];
const others = [...createRegistry({ autopilot: true }).tools.keys()].filter((name) => !SLIM.includes(name));
const BAD = ['', ' \n', '[', '{"a": ', '[{}]', 'null', 'No JSON at all.'];

/** A content for what a reply asks for, by the material that it shows. */
function contentFor(reply: Fields, chance: Chance): string {
  if (Array.isArray(reply.tasks)) return JSON.stringify(reply.tasks.map(resultFor));
  if (reply.item_format !== undefined) return JSON.stringify(itemsFor(reply, chance));
  if (reply.thought_number !== undefined)
    return chance.next() < 0.2 ? 'FINAL: ask the users.' : `Thought ${chance.below(1e9)}.`;
  return `Text ${chance.below(1e9)} about the edge.`;
}

function resultFor({ id, stateHint }: Fields): object {
  const round = Number(/^R(\d+)/.exec(String(id))?.[1]);
  const [state = 'DEAD'] = String(stateHint).match(/EXPLORE|VERIFY|DEAD|EXHAUST|FOUND/g) ?? [];
  const isLate = round > 3 && state === 'EXPLORE';
  return { nodeId: id, state: isLate ? 'DEAD' : state, findings: `Found on ${id}.` };
}

/** Nothing that the model reads of a reply may name a tool that it does not have. */
function expectSlim(reply: Fields): void {
  const words = JSON.stringify(reply).match(/\w+/g) ?? [];
  // The word for handing in is no tool's name there.
  expect(words.filter((word) => word !== 'submit' && others.includes(word))).toEqual([]);
  expect([...SLIM, null]).toContain(reply.next_tool);
}

/** Answers what is asked for until nothing is left, a third of the time wrongly. */
async function walk(home: Home, mode: Mode, chance: Chance): Promise<Fields> {
  let asked = await home.call('think', { question: 'Should the catalogue be cached at the edge?', mode });
  const { session_id } = asked;
  for (let step = 0; step < MOST_ANSWERS && asked.next_tool !== null; step += 1) {
    expectSlim(asked);
    if (chance.next() < 1 / 3) {
      const bad = await home.call('answer', { session_id, content: chance.pickOr(BAD, '') });
      expectSlim(bad);
      if (bad.error === undefined) {
        asked = bad;
        continue;
      }
      expect(String(bad.message)).toContain('content');
      if (chance.next() < 0.5) home.restart();
      expect(await home.call('next_action', { session_id })).toEqual(asked);
    }
    const scores = scoresOf(chance.next());
    asked = await home.call('answer', { session_id, content: contentFor(asked, chance), scores });
    expect(asked.error, JSON.stringify(asked)).toBeUndefined();
  }
  return asked;
}

describe('a client that has only the three tools of slim', () => {
  it.each(MODES.flatMap((mode) => Array.from({ length: WALKS }, (_, seed) => [mode, seed] as const)))(
    'comes to the end of %s with bad contents on the way, seed %i',
    async (mode, seed) => {
      const home = new Home('slim');
      const last = await walk(home, mode, seededRandom(seed));
      expectSlim(last);
      expect(last).toMatchObject({ next_tool: null });
      expect(existsSync(String(last.report))).toBe(true);
      expect(await home.call('next_action', {})).toMatchObject({ open_sessions: [], next_tool: 'think' });
    },
  );

  it('has a tree reopened for it whose every node is closed too early', async () => {
    const home = new Home('slim');
    const { session_id } = await home.call('think', { question: 'Edge or origin?', mode: 'tree' });
    const content = JSON.stringify([{ nodeId: 'R1.A', state: 'DEAD', findings: 'Nothing.' }]);
    const reply = await home.call('answer', { session_id, content });
    expect(reply).toMatchObject({ next_tool: 'answer', tasks: expect.any(Array) });
    expect(reply.tasks).not.toEqual([]);
  });
});
