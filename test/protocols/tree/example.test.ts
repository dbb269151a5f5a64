import { describe, expect, it } from 'vitest';
import type { Fields } from '../../support/recordings.ts';
import { TreeBench, tags } from '../../support/tree-bench.ts';
import { TREE_EXAMPLE } from '../../support/tree-example.ts';

function run(): readonly { readonly tool: string; readonly result: Fields }[] {
  const bench = new TreeBench();
  let sessionId: unknown;
  return TREE_EXAMPLE.map(({ tool, args, researchSeconds = 0 }) => {
    bench.advance(researchSeconds * 1000);
    const result = bench.ok(tool, sessionId === undefined ? args : { sessionId, ...args });
    sessionId ??= result.sessionId;
    return { tool, result };
  });
}

describe('the worked example', () => {
  const answers = run();
  const end = answers.at(-1)?.result ?? {};

  it('is accepted call by call', () => {
    expect(answers.slice(1).map(({ result }) => result.status)).toEqual(answers.slice(1).map(() => 'OK'));
  });

  it('may end only after its last commit', () => {
    const commits = answers.filter(({ tool }) => tool === 'tot_commit');
    expect(commits.map(({ result }) => result.canEnd)).toEqual([false, false, false, false, true]);
  });

  it('earns no warning but the advice to branch wider and what is still open', () => {
    const earned = answers.flatMap(({ result }) => tags(result));
    expect(earned.filter((tag) => !tag.startsWith('INCOMPLETE'))).toEqual(['R2_BREADTH', 'R2_BREADTH']);
  });

  it('ends with the verified solution, the dead ends and the references with their nodes', () => {
    expect(end).toMatchObject({
      totalRounds: 5,
      totalNodes: 18,
      deadEnds: 5,
      solutions: [{ nodeId: 'R4.A1a1', round: 4, verified: true }],
      referenceSources: [
        {
          reference: 'https://use-the-index-luke.com/sql/where-clause/the-equals-operator/concatenated-keys',
          nodeIds: ['R4.A1a1'],
        },
        { reference: 'db/migrations/012_orders_index.sql:4', nodeIds: ['R4.A1a1'] },
      ],
    });
    expect(end.deadEndNodes).toHaveLength(5);
  });

  it('draws every node', () => {
    expect(String(end.finalDot).match(/^ {2}R\w+ \[/gm)).toHaveLength(18);
  });
});
