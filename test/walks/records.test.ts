import { describe, expect, it } from 'vitest';
import { REVIEW_PHASES } from '../../src/protocols/review/phases.ts';
import { MODE_NAMES } from '../../src/protocols/review/state.ts';
import { CHAIN_PHASES } from '../../src/protocols/sequential/protocol.ts';
import { TREE_PHASES } from '../../src/protocols/tree/phases.ts';
import { TreeSession } from '../../src/protocols/tree/state.ts';
import { createRegistry } from '../../src/registry.ts';
import { Home } from '../support/in-process-home.ts';
import type { Fields } from '../support/recordings.ts';
import { Reviewer } from '../support/reviewer.ts';
import { type Chance, seededRandom } from '../support/seeded-random.ts';
import { sessionsOnDisk } from '../support/temp-home.ts';

const WALKS = 12;
const MOST_STEPS = 120;
const registry = createRegistry();

/** What a client adds to the arguments that it was handed: its thoughts, its findings. */
async function ownArguments(home: Home, tool: string, given: Fields, chance: Chance): Promise<object> {
  if (tool === 'tot_commit') {
    const { nodes, pendingProposals } = TreeSession.parse(
      JSON.parse(sessionsOnDisk(home.root)[`${given.sessionId}.json`] ?? 'null'),
    );
    const states = new Map(nodes.map(({ id, state }) => [id, state]));
    const results = pendingProposals.map(({ id, parent }) => ({
      nodeId: id,
      state: stateUnder(states.get(parent ?? ''), id, chance),
      findings: `Found ${chance.below(1e6)}.`,
      agentId: `agent-${id}`,
    }));
    return { results };
  }
  if (tool.startsWith('tot_')) return {};
  const { thought_count } = await home.call('next_action', { session_id: given.sessionId });
  const thoughtNumber = Number(thought_count) + 1;
  return {
    thought: `Thought ${chance.below(1e6)}.`,
    thoughtNumber,
    totalThoughts: 5,
    nextThoughtNeeded: chance.next() < 0.8,
    ...(thoughtNumber > 1 && chance.next() < 0.3
      ? { branchFromThought: 1, branchId: chance.pickOr(['a', '__proto__', 'constructor'], 'a') }
      : {}),
  };
}

/** What may stand there; a conclusion is confirmed, and late nodes are dead ends, so that every walk ends. */
function stateUnder(parent: string | undefined, id: string, chance: Chance): string {
  const round = Number(/^R(\d+)/.exec(id)?.[1]);
  if (parent === 'FOUND') return 'VERIFY';
  if (parent === 'EXHAUST' || round > 4) return 'DEAD';
  return round < 4 ? 'EXPLORE' : chance.pickOr(['FOUND', 'DEAD', 'EXHAUST'], 'DEAD');
}

const WRONG: readonly (readonly [string, object])[] = [
  ['tot_propose', { nodes: [{ id: 'R7.Z', parent: 'R6.Z', title: 'x', plannedAction: 'y' }] }],
  ['tot_propose', { nodes: 'none' }],
  ['tot_commit', { results: [{ nodeId: 'R9.Q', state: 'DEAD', findings: '' }] }],
  ['tot_reclassify', { nodeId: '__proto__', newState: 'DEAD' }],
  ['tot_step', { maxTasks: 0 }],
  ['sequentialthinking', { thought: 'x', thoughtNumber: 0, totalThoughts: 1, nextThoughtNeeded: true }],
  ['darbot_deepmind', { thought: 'x', thoughtNumber: 1, totalThoughts: 1, nextThoughtNeeded: true }],
  ['begin_thought', { content: 'x' }],
  ['advance_stage', {}],
];

/** Goes where next_action leads until it names no tool; the codes on the way. */
async function walk(home: Home, id: string, chance: Chance): Promise<readonly string[]> {
  const codes: string[] = [];
  for (let step = 0; step < MOST_STEPS; step += 1) {
    const { code, next_tool, next_arguments, alternative_tool } = await home.call('next_action', {
      session_id: id,
    });
    codes.push(String(code));
    for (const name of [next_tool, alternative_tool])
      expect(typeof name !== 'string' || registry.tools.has(name)).toBe(true);
    if (typeof next_tool !== 'string') return codes;
    if (chance.next() < 1 / 3) {
      const [tool, args] = chance.pickOr(WRONG, ['advance_stage', {}]);
      await home.fails(tool, { sessionId: id, session_id: id, ...args });
    }
    const given = Object(next_arguments);
    const own = await ownArguments(home, next_tool, given, chance);
    const reply = await home.call(next_tool, { ...given, ...own });
    expect(reply.status ?? 'OK', JSON.stringify(reply)).toBe('OK');
  }
  throw new Error(`no end: ${codes.slice(-20).join(' ')}`);
}

describe('a client that knows only next_action', () => {
  it(`ends each of ${WALKS} investigations and meets every phase`, async () => {
    const seen = new Set<string>();
    for (let seed = 0; seed < WALKS; seed += 1) {
      const home = new Home();
      const chance = seededRandom(seed);
      const minRounds = 1 + chance.below(5);
      const { sessionId } = await home.call('tot_start', { query: 'Why?', minRounds });
      for (const code of await walk(home, String(sessionId), chance)) seen.add(code);
    }
    // Only a tree whose nodes were all reclassified is stuck, which no walk does on its own.
    const wanted = TREE_PHASES.filter((phase) => phase !== 'stuck').map((phase) => `tree_${phase}`);
    expect(wanted.filter((code) => !seen.has(code))).toEqual([]);
  });

  it('leads a stuck investigation out', async () => {
    const home = new Home();
    const { sessionId } = await home.call('tot_start', { query: 'Why?', allowEarlyTerminal: true });
    const root = { id: 'R1.A', parent: null, title: 'Root', plannedAction: 'Look.' };
    await home.call('tot_propose', { sessionId, nodes: [root] });
    const results = [{ nodeId: 'R1.A', state: 'EXPLORE', findings: 'x' }];
    await home.call('tot_commit', { sessionId, results });
    await home.call('tot_reclassify', { sessionId, nodeId: 'R1.A', newState: 'DEAD' });
    const [first, second] = await walk(home, String(sessionId), seededRandom(5));
    expect([first, second]).toEqual(['tree_stuck', 'tree_work']);
  });

  it(`ends each of ${WALKS} chains`, async () => {
    const seen = new Set<string>();
    for (let seed = 0; seed < WALKS; seed += 1) {
      const home = new Home();
      const first = { thought: 'Begin.', thoughtNumber: 1, totalThoughts: 5, nextThoughtNeeded: true };
      const { 'deep-think/session_id': id } = await home.call('sequentialthinking', first);
      for (const code of await walk(home, String(id), seededRandom(seed))) seen.add(code);
    }
    expect([...seen].sort()).toEqual([...CHAIN_PHASES].map((phase) => `chain_${phase}`).sort());
  });

  it(`brings each of ${WALKS} reviews to a verdict, whatever next_tool is followed`, async () => {
    const seen = new Set<string>();
    for (let seed = 0; seed < WALKS; seed += 1) {
      const home = new Home();
      const reviewer = new Reviewer(home, seededRandom(seed));
      const mode = MODE_NAMES[seed % MODE_NAMES.length];
      const verdict = await reviewer.review({ claim: 'We should move to the new queue.', mode });
      expect(verdict).toMatchObject({ mode, next_tool: null, assessment: expect.stringMatching(/^claim /) });
      for (const phase of reviewer.seen) seen.add(phase);
    }
    expect([...seen].sort()).toEqual([...REVIEW_PHASES].sort());
  });
});
