/** One call of the worked example, without the sessionId that tot_start returns. */
export interface ExampleCall {
  readonly tool: 'tot_start' | 'tot_propose' | 'tot_commit' | 'tot_end';
  readonly args: Readonly<Record<string, unknown>>;
  /** What the caller did before this call, in seconds. */
  readonly researchSeconds?: number;
}

const agents = (id: string) => `agent-${id.toLowerCase().replace('.', '-')}`;

function propose(...nodes: readonly (readonly [string, string | null, string, string])[]): ExampleCall {
  const planned = nodes.map(([id, parent, title, plannedAction]) => ({ id, parent, title, plannedAction }));
  return { tool: 'tot_propose', args: { nodes: planned } };
}

function commit(...results: readonly (readonly [string, string, string])[]): ExampleCall {
  const sent = results.map(([nodeId, state, findings]) => ({
    nodeId,
    state,
    findings,
    agentId: agents(nodeId),
  }));
  return { tool: 'tot_commit', args: { results: sent }, researchSeconds: 60 };
}

/** An investigation from start to end: five R2 paths, one solution with its check, dead ends confirmed. */
export const TREE_EXAMPLE: readonly ExampleCall[] = [
  { tool: 'tot_start', args: { query: 'How to optimize database queries?' } },
  propose(['R1.A', null, 'Query optimization', 'Analyze the problem']),
  commit([
    'R1.A',
    'EXPLORE',
    'The slow queries scan whole tables. Branches: indexes, query patterns, schema',
  ]),
  propose(
    ['R2.A1', 'R1.A', 'Index analysis', 'Analyze the indexes'],
    ['R2.A2', 'R1.A', 'Query patterns', 'Review the patterns'],
    ['R2.A3', 'R1.A', 'Schema design', 'Evaluate the schema'],
  ),
  commit(
    ['R2.A1', 'EXPLORE', 'Two filters have no index.'],
    ['R2.A2', 'EXPLORE', 'The list page repeats one query per row.'],
    ['R2.A3', 'EXPLORE', 'One table mixes live and archived rows.'],
  ),
  propose(
    ['R3.A1a', 'R2.A1', 'Composite index', 'Measure an index on both filters'],
    ['R3.A1b', 'R2.A1', 'Partial index', 'Measure an index on live rows'],
    ['R3.A2a', 'R2.A2', 'Join instead of a loop', 'Rewrite the list page'],
    ['R3.A2b', 'R2.A2', 'Cache of the list', 'Estimate the hit rate'],
    ['R3.A3a', 'R2.A3', 'Archive table', 'Move old rows out'],
    ['R3.A3b', 'R2.A3', 'Partitions', 'Split by year'],
  ),
  commit(
    ['R3.A1a', 'EXPLORE', 'The plan uses it for both filters.'],
    ['R3.A1b', 'EXPLORE', 'It helps one of the filters.'],
    ['R3.A2a', 'EXPLORE', 'One query instead of forty.'],
    ['R3.A2b', 'EXPLORE', 'Most lists are read once.'],
    ['R3.A3a', 'EXPLORE', 'Reports read old rows every hour.'],
    ['R3.A3b', 'EXPLORE', 'No query filters by year.'],
  ),
  propose(
    ['R4.A1a1', 'R3.A1a', 'Add the composite index', 'Benchmark it'],
    ['R4.A1b1', 'R3.A1b', 'Keep the partial index', 'Benchmark it'],
    ['R4.A2a1', 'R3.A2a', 'Ship the join', 'Benchmark it'],
    ['R4.A2b1', 'R3.A2b', 'Cache for an hour', 'Estimate the gain'],
    ['R4.A3a1', 'R3.A3a', 'Archive with a view', 'Check the reports'],
    ['R4.A3b1', 'R3.A3b', 'Partition by customer', 'Check the planner'],
  ),
  commit(
    [
      'R4.A1a1',
      'FOUND',
      'Solution: a composite index.\n## References\n- https://use-the-index-luke.com/sql/where-clause/the-equals-operator/concatenated-keys\n- db/migrations/012_orders_index.sql:4',
    ],
    ['R4.A1b1', 'EXHAUST', 'Nothing beyond the composite index.'],
    ['R4.A2a1', 'DEAD', 'The page is no longer slow once the index is there.'],
    ['R4.A2b1', 'DEAD', 'The hit rate would be 3 %.'],
    ['R4.A3a1', 'DEAD', 'The reports would read both tables.'],
    ['R4.A3b1', 'DEAD', 'The planner reads every partition.'],
  ),
  propose(
    ['R5.A1a1a', 'R4.A1a1', 'Verify the index', 'Test the performance'],
    ['R5.A1b1a', 'R4.A1b1', 'Confirm the dead end', 'Test without the composite index'],
  ),
  commit(
    ['R5.A1a1a', 'VERIFY', 'Confirmed: ten times faster on production data.'],
    ['R5.A1b1a', 'DEAD', 'Confirmed: no further gain.'],
  ),
  { tool: 'tot_end', args: {} },
];
