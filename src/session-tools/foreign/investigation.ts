import type { Table } from '../../core/portable-record.ts';
import { SCHEMA_VERSION } from '../../core/session.ts';
import { type Adopter, tableOf, timeOf } from './adopter.ts';

/** The tables in a list, or those that an object holds by their ids. */
function tablesIn(value: unknown): Table[] {
  const each: unknown[] = Object.values(Object(value));
  return each.map(tableOf).filter((table) => table !== null);
}

const msOf = (value: unknown, other: number) => {
  const time = timeOf(value);
  return time === undefined ? other : Date.parse(time);
};
const textOf = (value: unknown) => (typeof value === 'string' ? value : '');

const planned = ({ id, parent, title, plannedAction }: Table) => ({
  id,
  parent: parent ?? null,
  title: textOf(title),
  plannedAction: textOf(plannedAction),
});

/** An investigation as the tree-of-thoughts server keeps it: `<sessionId>.json` with the nodes by their ids. */
export const adoptInvestigation: Adopter = (table) => {
  const { sessionId, query, nodes, pendingProposals, mode, minRounds, currentRound, currentBatch } = table;
  if (typeof sessionId !== 'string' || typeof query !== 'string' || tableOf(nodes) === null) return null;
  const created_at = timeOf(table.createdAt);
  const begun = msOf(table.createdAt, 0);
  const rounds = typeof minRounds === 'number' ? minRounds : 5;
  return {
    schema_version: SCHEMA_VERSION,
    id: sessionId,
    protocol: 'tree',
    ...(created_at === undefined ? {} : { created_at }),
    question: query,
    projectDir: textOf(table.projectDir),
    mode: mode ?? 'deep',
    minRounds: rounds,
    allowEarlyTerminal: table.allowEarlyTerminal === true,
    currentRound: currentRound ?? 1,
    currentBatch: currentBatch ?? 0,
    nodes: tablesIn(nodes).map((node) => ({
      ...planned(node),
      proposedAt: msOf(node.proposedAt, begun),
      state: node.state,
      claimed: node.state,
      findings: textOf(node.findings),
      agentId: typeof node.agentId === 'string' ? node.agentId : null,
      committedAt: msOf(node.committedAt ?? node.createdAt ?? node.timestamp, begun),
      batch: typeof node.batch === 'number' && node.batch >= 1 ? node.batch : 1,
    })),
    pendingProposals: tablesIn(pendingProposals).map((each) => ({
      ...planned(each),
      proposedAt: msOf(each.proposedAt, begun),
    })),
    offeredTasks: [],
    usedAgentIds: [],
    breadthAdvice: [],
    endedAt: null,
  };
};
