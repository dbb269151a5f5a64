import { referencesAmong } from '../../core/references.ts';
import { excerpt } from '../../core/text.ts';
import { isoTime } from '../../core/time.ts';
import { closing } from '../../kit/page/closing.ts';
import { opening } from '../../kit/page/facts.ts';
import type { Block, GraphNode, Page, PageEvent, Tone } from '../../kit/page/page.ts';
import { heading, listed, shown } from '../../kit/page/page.ts';
import { dotOf } from './dot.ts';
import { solutionsOf } from './finish.ts';
import { mermaidOf } from './mermaid.ts';
import { earnedWarnings, notesOn } from './observations.ts';
import { type NodeState, type Proposal, STATES, type TreeNode, type TreeSession } from './state.ts';
import { treeOf } from './tree-index.ts';
import { pageWords as words } from './wording.ts';

const TITLE = 200;

const TONES: Readonly<Record<NodeState, Tone>> = {
  EXPLORE: 'open',
  FOUND: 'doubt',
  VERIFY: 'good',
  EXHAUST: 'muted',
  DEAD: 'bad',
};

/** The whole investigation: solutions, nodes in the order of their commits, proposals that wait, what it earned. */
export function treePage(session: TreeSession): Page {
  const { nodes, pendingProposals, currentRound: rounds, endedAt } = session;
  const { title, question, facts } = opening(session);
  const standing = words.standing({ rounds, nodes: nodes.length, ended: endedAt !== null });
  return {
    title,
    question,
    facts: [...facts, standing],
    blocks: [
      ...counts(nodes),
      ...solutionSection(session),
      ...section(words.nodes, nodes.flatMap(nodeSection)),
      ...section(words.waiting, pendingProposals.flatMap(proposalSection)),
      ...closing(session, {
        warnings: [...earnedWarnings(session), ...notesOn(treeOf(session), nodes)],
        references: referencesAmong(nodes.map(({ id, findings }) => ({ id, text: findings }))),
        events: events(session),
      }),
    ],
    graph: { nodes: [...nodes.map(committedBox), ...pendingProposals.map(proposedBox)], links: [] },
    drawn: { dot: dotOf(session), mermaid: mermaidOf(session) },
  };
}

function section(title: string, blocks: readonly Block[]): Block[] {
  return blocks.length === 0 ? [] : [heading(2, title), ...blocks];
}

function counts(nodes: readonly TreeNode[]): Block[] {
  if (nodes.length === 0) return [];
  const cells = STATES.map((state) => String(nodes.filter((node) => node.state === state).length));
  return [{ kind: 'table', columns: STATES, rows: [{ cells }] }];
}

function solutionSection(session: TreeSession): Block[] {
  const items = solutionsOf(session, treeOf(session)).map(({ nodeId: id, title, verified }) =>
    words.solution({ id, title: excerpt(title, TITLE), verified }),
  );
  return section(words.solutions, listed('', items));
}

function nodeSection(node: TreeNode): Block[] {
  const { id, parent, title, state, claimed, agentId, findings } = node;
  const origin = words.origin({ parent, agent: agentId, claimed: claimed === state ? null : claimed });
  return [
    heading(3, words.node({ id, title: excerpt(title, TITLE) }), { text: state, tone: TONES[state] }),
    { kind: 'note', text: origin },
    ...(findings.trim() === '' ? [] : shown(findings)),
  ];
}

function proposalSection({ id, title, plannedAction }: Proposal): Block[] {
  const head = heading(3, words.node({ id, title: excerpt(title, TITLE) }));
  return plannedAction.trim() === ''
    ? [head]
    : [head, { kind: 'label', text: words.planned }, ...shown(plannedAction)];
}

const boxId = (id: string) => id.replaceAll('.', '_');

function box({ id, parent, title }: Proposal, note: string, tone: Tone): GraphNode {
  return {
    id: boxId(id),
    parent: parent === null ? null : boxId(parent),
    label: `${id} ${title}`,
    note,
    tone,
  };
}

function committedBox(node: TreeNode): GraphNode {
  return box(node, node.state, TONES[node.state]);
}

function proposedBox(proposal: Proposal): GraphNode {
  return box(proposal, '', 'plain');
}

/** One event for each batch of commits, and the end. */
function events({ nodes, endedAt }: TreeSession): PageEvent[] {
  const batches = new Map<number, { at: number; ids: string[] }>();
  for (const { batch, committedAt, id } of nodes) {
    const known = batches.get(batch);
    if (known === undefined) batches.set(batch, { at: committedAt, ids: [id] });
    else known.ids.push(id);
  }
  const committed = [...batches.values()].map(({ at, ids }) => ({ at: isoTime(at), text: words.batch(ids) }));
  return endedAt === null ? committed : [...committed, { at: isoTime(endedAt), text: words.ended }];
}
