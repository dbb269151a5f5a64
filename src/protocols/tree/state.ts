import * as z from 'zod';
import { documentReader } from '../../core/document.ts';
import { lateSchema } from '../../core/late-schema.ts';
import { SessionDocument } from '../../core/session.ts';
import { NODE_ID } from './node-id.ts';

/** What a finished node says about its path; the rules of each stand in rules.ts. */
export const STATES = ['EXPLORE', 'FOUND', 'VERIFY', 'EXHAUST', 'DEAD'] as const;
export const NodeState = lateSchema(() => z.enum(STATES));
export type NodeState = z.infer<typeof NodeState>;

/** How wide the search is meant to be; it changes how many tasks are offered, not the rules. */
export const MODES = ['smoke', 'deep', 'exhaustive'] as const;
export const TreeMode = lateSchema(() => z.enum(MODES));
export type TreeMode = z.infer<typeof TreeMode>;

const Planned = lateSchema(() =>
  z.object({
    id: z.string().regex(NODE_ID),
    /** The parent's id; null for the root. */
    parent: z.string().nullable(),
    title: z.string(),
    plannedAction: z.string(),
  }),
);

/** A node that was proposed and has no result yet. `proposedAt` is in ms since the epoch. */
export const Proposal = lateSchema(() =>
  Planned.made().extend({
    proposedAt: z.number(),
    /** Whether the server made up the title, because the caller gave none. */
    generated: z.boolean().default(false),
  }),
);
export type Proposal = z.infer<typeof Proposal>;

/** A task that tot_step handed out; its clock starts at `offeredAt`, in ms since the epoch. */
export const Offer = lateSchema(() => Planned.made().extend({ offeredAt: z.number() }));
export type Offer = z.infer<typeof Offer>;

/** A committed node. `claimed` is the state that was sent, `state` the one that counts now. */
export const TreeNode = lateSchema(() =>
  Proposal.made().extend({
    state: NodeState,
    claimed: NodeState,
    /** Whether the commit turned `claimed` into EXPLORE. */
    converted: z.boolean().default(false),
    reclassified: z.boolean().default(false),
    findings: z.string(),
    agentId: z.string().nullable().default(null),
    committedAt: z.number(),
    batch: z.int().min(1),
  }),
);
export type TreeNode = z.infer<typeof TreeNode>;

/**
 * One investigation. The query is the document's `question`. Nodes, proposals and offers are lists in the order
 * of their arrival, so that no id can collide with a member of an object.
 */
export const TreeSession = lateSchema(() =>
  SessionDocument.made().extend({
    projectDir: z.string().default(''),
    mode: TreeMode,
    minRounds: z.int().min(1).max(20),
    allowEarlyTerminal: z.boolean(),
    /** The highest round of any node; 1 while there is none. */
    currentRound: z.int().min(1),
    /** How many commits were accepted. */
    currentBatch: z.int().min(0),
    nodes: z.array(TreeNode),
    pendingProposals: z.array(Proposal),
    offeredTasks: z.array(Offer),
    usedAgentIds: z.array(z.string()),
    /** For each advice to branch wider: how many R2 nodes there were. */
    breadthAdvice: z.array(z.int().min(0)),
    /** When tot_end accepted the investigation, in ms since the epoch; null while it runs. */
    endedAt: z.number().nullable(),
    /** The session, and the thought in it, that the investigation serves. */
    parentSessionId: z.string().optional(),
    parentThoughtId: z.string().optional(),
  }),
);
export type TreeSession = z.infer<typeof TreeSession>;

/** Reads an investigation. */
export const treeReader = documentReader<TreeSession>(TreeSession);

/** The pending proposals by id. */
export function proposalsOf(session: TreeSession): ReadonlyMap<string, Proposal> {
  return new Map(session.pendingProposals.map((each) => [each.id, each]));
}

/** Whether tot_end has accepted the investigation; from then on it only answers. */
export function isEnded(session: TreeSession): boolean {
  return session.endedAt !== null;
}

/**
 * Where an investigation stands. `root` and `work` have tasks to propose, `pending` to commit; `stuck` has none,
 * because only a reopened node can carry on; `end` may end, `ended` has; `closed` was left unfinished.
 */
export type PlanKind = 'root' | 'work' | 'pending' | 'stuck' | 'end' | 'ended' | 'closed';
