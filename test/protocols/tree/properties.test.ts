import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fitsUnder, ROOT_ID, roundOf } from '../../../src/protocols/tree/node-id.ts';
import { allowedUnder, mayStand } from '../../../src/protocols/tree/rules.ts';
import { STATES, type TreeSession } from '../../../src/protocols/tree/state.ts';
import { treeOf } from '../../../src/protocols/tree/tree-index.ts';
import type { Fields } from '../../support/recordings.ts';
import { TreeBench } from '../../support/tree-bench.ts';

const settings = (mode: 'smoke' | 'deep' | 'exhaustive', most: number) =>
  fc.record(
    {
      mode: fc.constant(mode),
      minRounds: fc.integer({ min: 1, max: most }),
      allowEarlyTerminal: fc.boolean(),
    },
    { requiredKeys: ['mode', 'minRounds'] },
  );

// An exhaustive search triples with each round, so it gets few of them.
const start = fc.oneof(settings('smoke', 8), settings('deep', 8), settings('exhaustive', 3));

/** Everything that has to hold of a stored investigation. */
function expectSound(session: TreeSession): void {
  const tree = treeOf(session);
  const ids = [...session.nodes, ...session.pendingProposals].map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  for (const { id, parent, state } of session.nodes) {
    expect(mayStand(state, roundOf(id), session.allowEarlyTerminal) || session.allowEarlyTerminal).toBe(true);
    if (parent === null) {
      expect(id).toBe(ROOT_ID);
      continue;
    }
    expect(fitsUnder(id, parent)).toBe(true);
    expect(allowedUnder(tree.byId.get(parent)?.state ?? 'DEAD')).toContain(state);
  }
}

interface Offered {
  readonly id: string;
  readonly stateHint: string;
}

/** Answers the offered tasks: freely while `choices` last, then as hinted. */
function answers(tasks: readonly Offered[], choices: string[], session: TreeSession) {
  const tree = treeOf(session);
  return tasks.map(({ id, stateHint }) => {
    const wish = choices.shift() ?? stateHint;
    const parent = [...tree.byId.values()].find(
      (node) => fitsUnder(id, node.id) && roundOf(node.id) + 1 === roundOf(id),
    );
    const allowed =
      parent === undefined || allowedUnder(parent.state).includes(wish as (typeof STATES)[number]);
    return { nodeId: id, state: allowed ? wish : stateHint, findings: `Findings ${id}`, agentId: id };
  });
}

const MOST_STEPS = 60;

describe('a valid investigation', () => {
  it('always comes to its end by following the tasks, and no hint is refused or converted', () => {
    const strategy = fc.constantFrom('balanced', 'verify');
    fc.assert(
      fc.property(
        start,
        strategy,
        fc.array(fc.constantFrom(...STATES), { maxLength: 25 }),
        (given, how, wishes) => {
          const bench = new TreeBench();
          const sessionId = bench.start(given);
          const choices = [...wishes];
          let reply = bench.ok('tot_step', { sessionId, strategy: how, maxTasks: 20 });
          for (let steps = 0; reply.nextCall !== 'tot_end'; steps += 1) {
            expect(steps).toBeLessThan(MOST_STEPS);
            // The shape of the wire; a reply without tasks fails below.
            const tasks = reply.tasks as readonly Offered[];
            if (tasks.length === 0) {
              expect(reply).toMatchObject({ nextCall: 'tot_reclassify', blockers: ['RECOVERY_REQUIRED'] });
              const reopen = { sessionId, nodeId: ROOT_ID, newState: 'EXPLORE' };
              expect(bench.ok('tot_reclassify', reopen).status).toBe('OK');
              reply = bench.ok('tot_step', { sessionId, strategy: how, maxTasks: 20 });
              continue;
            }
            const hinted = choices.length === 0;
            const results = answers(tasks, choices, bench.read(sessionId));
            reply = bench.ok('tot_step', { sessionId, results, strategy: how, maxTasks: 20 });
            expect(reply.status).toBe('OK');
            const session = bench.read(sessionId);
            expectSound(session);
            if (hinted)
              expect(session.nodes.slice(-results.length).some(({ converted }) => converted)).toBe(false);
          }
          expect(bench.ok('tot_end', { sessionId }).status).toBe('OK');
        },
      ),
      { numRuns: 60 },
    );
  });
});

const oddId = fc.oneof(
  fc.constantFrom('R1.A', 'R2.A1', 'R2.A2', 'R3.A1a', 'R4.A1a1', 'R0.A', 'R1.B', 'R2.B', 'R5.X', 'R02.A1'),
  fc.constantFrom('constructor', '__proto__', 'toString', 'hasOwnProperty', '', ' R1.A'),
  fc.stringMatching(/^R[1-4]\.A[ab12]{0,3}$/),
);
const state = fc.oneof(fc.constantFrom<string>(...STATES), fc.constantFrom('explore', ''));
const node = fc.record({
  id: oddId,
  parent: fc.oneof(oddId, fc.constant(null)),
  title: fc.constantFrom('Title', ' '),
  plannedAction: fc.constant(''),
});
const result = fc.record({ nodeId: oddId, state, findings: fc.constantFrom('', 'f') });
const minRounds = fc.option(fc.integer({ min: 0, max: 21 }), { nil: undefined });

const anyCall: fc.Arbitrary<readonly [string, Fields]> = fc.oneof(
  fc.record({ nodes: fc.array(node, { maxLength: 3 }) }).map((args) => ['tot_propose', args] as const),
  fc
    .record({ withdraw: fc.array(oddId, { minLength: 1, maxLength: 2 }) })
    .map((args) => ['tot_propose', args] as const),
  fc
    .record({ results: fc.array(result, { maxLength: 3 }), minRounds, allowEarlyTerminal: fc.boolean() })
    .map((args) => ['tot_commit', args] as const),
  fc
    .record({ results: fc.array(result, { maxLength: 3 }), minRounds })
    .map((args) => ['tot_step', args] as const),
  fc.record({ nodeId: oddId, newState: state }).map((args) => ['tot_reclassify', args] as const),
  fc.record({ minRounds }).map((args) => ['tot_end', args] as const),
  fc.record({ minRounds, dimensions: fc.anything() }).map((args) => ['tot_next', args] as const),
  fc.constant(['tot_status', {}] as const),
);

describe('any calls', () => {
  it('leave a sound session; a refused one and a reading one leave it as it was', () => {
    fc.assert(
      fc.property(start, fc.array(anyCall, { maxLength: 25 }), (given, calls) => {
        const bench = new TreeBench();
        const sessionId = bench.start(given);
        for (const [tool, args] of calls) {
          const before = bench.stored(sessionId);
          const answered = bench.call(tool, { sessionId, ...args });
          const refused = answered.isError || answered.result.status === 'REJECTED';
          if (refused || tool === 'tot_next' || tool === 'tot_status') {
            expect(bench.stored(sessionId)).toBe(before);
          }
          expectSound(bench.read(sessionId));
        }
      }),
      { numRuns: 200 },
    );
  });

  it('never lead to an empty work list without a blocker', () => {
    const strategy = fc.constantFrom('balanced', 'exhaustive', 'verify', 'deepen');
    fc.assert(
      fc.property(
        start,
        fc.array(anyCall, { maxLength: 25 }),
        strategy,
        minRounds,
        (given, calls, how, rounds) => {
          const bench = new TreeBench();
          const sessionId = bench.start(given);
          for (const [tool, args] of calls) bench.call(tool, { sessionId, ...args });
          const asked = rounds === undefined || rounds < 1 || rounds > 20 ? {} : { minRounds: rounds };
          const reply = bench.ok('tot_next', { sessionId, strategy: how, ...asked });
          const offers = Array.isArray(reply.tasks) && reply.tasks.length > 0;
          const blocked = Array.isArray(reply.blockers) && reply.blockers.length > 0;
          expect(offers || blocked || reply.nextCall === 'tot_end').toBe(true);
        },
      ),
      { numRuns: 200 },
    );
  });
});
