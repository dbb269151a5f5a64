import * as z from 'zod';
import { documentReader } from '../../core/document.ts';
import { growingKeys } from '../../core/growing-index.ts';
import { lateSchema } from '../../core/late-schema.ts';
import { SCHEMA_VERSION, SessionDocument } from '../../core/session.ts';
import { excerpt } from '../../core/text.ts';

/** The tools that write chains; each chain belongs to the one that began it. */
export const ChainTool = z.enum(['sequentialthinking', 'darbot_deepmind']);
export type ChainTool = z.infer<typeof ChainTool>;

/** Whether a tool name is one of the two notebooks. */
export function isChainTool(name: string): name is ChainTool {
  return ChainTool.safeParse(name).success;
}

/** Wire and disk name of the protocol. */
export const CHAIN_PROTOCOL = 'sequential';

const positive = () => z.int().min(1);

/** One accepted thought as it was sent; a field that was not sent is absent. `timestamp` is ISO 8601 in UTC. */
export const ChainThought = lateSchema(() =>
  z.object({
    thought: z.string(),
    thoughtNumber: positive(),
    totalThoughts: positive(),
    nextThoughtNeeded: z.boolean(),
    isRevision: z.boolean().optional(),
    revisesThought: positive().optional(),
    branchFromThought: positive().optional(),
    branchId: z.string().optional(),
    needsMoreThoughts: z.boolean().optional(),
    timestamp: z.string(),
  }),
);
export type ChainThought = z.infer<typeof ChainThought>;

/** What a chain can be told about: each is noted once in its life. */
export const SignCode = lateSchema(() => z.enum(['repetition', 'past_estimate', 'missing_reference']));
export type SignCode = z.infer<typeof SignCode>;

/**
 * A chain of thoughts in the order of their arrival. `branches` holds each branch id once, in creation order;
 * `closed` tells whether the last answer said that no further thought is needed.
 */
export const Chain = lateSchema(() =>
  SessionDocument.made().extend({
    tool: ChainTool,
    thoughts: z.array(ChainThought).readonly(),
    branches: z.array(z.string()).readonly().default([]),
    closed: z.boolean().default(false),
    noted: z.array(SignCode).readonly().default([]),
    parentSessionId: z.string().optional(),
    parentThoughtId: z.string().optional(),
  }),
);
export type Chain = z.infer<typeof Chain>;

/** Reads chains; each document is parsed once. */
export const chainReader = documentReader<Chain>(Chain);

/** The numbers of a chain's thoughts. */
export const thoughtNumbers = growingKeys((each: ChainThought) => each.thoughtNumber);

/** The branch ids of a chain. */
export const branchIds = growingKeys((id: string) => id);

/** Stands for the id until the store has given one. */
const UNNAMED = 'unnamed';

/** Code points of the first thought that serve as the question in listings. */
const QUESTION = 200;

/** How a chain begins. `id` is the one the client chose, null for one that the store makes. */
export interface ChainStart {
  readonly tool: ChainTool;
  readonly id: string | null;
  readonly now: string;
  readonly project: string | null;
  /** The first thought: its beginning becomes the question. */
  readonly thought: string;
}

/** A chain without thoughts; a blank first thought leaves the name of the tool as the question. */
export function newChain({ tool, id, now, project, thought }: ChainStart): Chain {
  return {
    schema_version: SCHEMA_VERSION,
    id: id ?? UNNAMED,
    protocol: CHAIN_PROTOCOL,
    status: 'active',
    revision: 1,
    created_at: now,
    updated_at: now,
    finalized_at: null,
    project,
    question: excerpt(thought, QUESTION) || tool,
    overrides: {},
    move_history: [],
    decisions: [],
    tool,
    thoughts: [],
    branches: [],
    closed: false,
    noted: [],
  };
}

/** The branch that a thought opens or goes on with: both fields given, the id not empty; null for the main line. */
export function trackedBranch(thought: Pick<ChainThought, 'branchFromThought' | 'branchId'>): string | null {
  const { branchFromThought, branchId } = thought;
  return branchFromThought === undefined || branchId === undefined || branchId === '' ? null : branchId;
}
