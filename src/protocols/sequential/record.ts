import type { SessionDocument } from '../../core/session.ts';
import type { ThoughtInput } from './input.ts';
import { type Sign, signsOf, unnoted } from './signs.ts';
import {
  branchIds,
  CHAIN_PROTOCOL,
  type Chain,
  type ChainThought,
  type ChainTool,
  chainReader,
  newChain,
  type SignCode,
  thoughtNumbers,
  trackedBranch,
} from './state.ts';

/** The answer on the wire, fields in this order; the last five only from `darbot_deepmind`. */
export interface ChainResponse {
  readonly thoughtNumber: number;
  readonly totalThoughts: number;
  readonly nextThoughtNeeded: boolean;
  /** Every branch id in creation order; of more than 200 the newest 200. */
  readonly branches: readonly string[];
  readonly thoughtHistoryLength: number;
  readonly isRevision?: boolean;
  readonly revisesThought?: number;
  readonly branchId?: string;
  readonly branchFromThought?: number;
  readonly needsMoreThoughts?: boolean;
}

/** An accepted thought: the chain with it, the answer, what belongs beside it, and the signs not noted before. */
export interface Recorded {
  readonly chain: Chain;
  readonly response: ChainResponse;
  /** Fields for the result's `_meta`; the id of the session is not among them. */
  readonly meta: Readonly<Record<string, unknown>>;
  readonly newSigns: readonly SignCode[];
}

/** The most branch ids that an answer lists. */
const LISTED_BRANCHES = 200;

/**
 * Adds an accepted thought to its chain, or to a new one; `now` is its time, ISO 8601 in UTC. With `extend` as `grow`
 * the chain that was given is used up: its list of thoughts becomes that of the new one.
 */
export function think(
  chain: Chain | null,
  input: ThoughtInput,
  now: string,
  grow: 'append' | 'extend' = 'append',
): Recorded {
  const before = chain ?? beginChain(input, now, null);
  const thought = thoughtOf(input, now);
  const signs = signsOf(before, thought);
  const newSigns = unnoted(before, signs);
  const branches = withBranch(before.branches, trackedBranch(thought));
  const thoughts = thoughtNumbers[grow](before.thoughts, [thought]);
  const next = needsNext(input);
  const after: Chain = {
    ...before,
    thoughts,
    branches,
    closed: !next,
    noted: newSigns.length === 0 ? before.noted : [...before.noted, ...newSigns],
    ...given('parentSessionId', input.parentSessionId),
    ...given('parentThoughtId', input.parentThoughtId),
  };
  const response = {
    thoughtNumber: input.thoughtNumber,
    totalThoughts: Math.max(input.totalThoughts, input.thoughtNumber),
    nextThoughtNeeded: next,
    branches: branches.slice(-LISTED_BRANCHES),
    thoughtHistoryLength: thoughts.length,
    ...(input.tool === 'darbot_deepmind' ? echo(input) : {}),
  };
  return { chain: chainReader.trust(after), response, meta: metaOf(branches.length, signs), newSigns };
}

/** An empty chain for a first thought, under the id that the client chose if it chose one. */
export function beginChain(input: ThoughtInput, now: string, project: string | null): Chain {
  const { tool, thought, sessionId = null } = input;
  return newChain({ tool, id: sessionId, now, project, thought });
}

/**
 * Whether a call begins a new chain rather than going on with the connection's current one: there is none, or it is
 * finished or closed and a plain thought 1 comes. A call that names its session never does.
 */
export function startsAnew(chain: Chain | null, input: ThoughtInput): boolean {
  if (chain === null) return true;
  if (input.sessionId !== undefined) return false;
  const over = chain.closed || chain.status !== 'active';
  return over && isPlainFirst(input);
}

/** Thought 1 that neither revises nor branches. */
function isPlainFirst(input: ThoughtInput): boolean {
  const { thoughtNumber, isRevision, revisesThought, branchFromThought, branchId } = input;
  const refers = isRevision === true || [revisesThought, branchFromThought, branchId].some(isGiven);
  return thoughtNumber === 1 && !refers;
}

const isGiven = (value: unknown) => value !== undefined;

/** Why a stored session cannot take a thought of this tool. */
export type ChainObjection =
  | { readonly code: 'wrong_protocol'; readonly protocol: string | null }
  | { readonly code: 'wrong_tool'; readonly tool: ChainTool }
  | { readonly code: 'not_active'; readonly status: string };

/** The first objection of a stored session to a thought, or null: another protocol, the other tool, closed. */
export function objectionTo(document: SessionDocument, tool: ChainTool): ChainObjection | null {
  const { protocol, status } = document;
  if (protocol !== CHAIN_PROTOCOL) return { code: 'wrong_protocol', protocol };
  const own = chainReader.read(document).tool;
  if (own !== tool) return { code: 'wrong_tool', tool: own };
  return status === 'active' ? null : { code: 'not_active', status };
}

/** Only `sequentialthinking` lets `needsMoreThoughts` decide. */
export function needsNext({
  tool,
  needsMoreThoughts,
  nextThoughtNeeded,
}: Pick<ThoughtInput, 'tool' | 'needsMoreThoughts' | 'nextThoughtNeeded'>): boolean {
  return nextThoughtNeeded || (tool === 'sequentialthinking' && needsMoreThoughts === true);
}

function withBranch(branches: readonly string[], id: string | null): readonly string[] {
  return id === null || branchIds.of(branches).has(id) ? branches : branchIds.append(branches, [id]);
}

/** The given fields of a thought in the order in which they are kept. */
function thoughtOf(input: ThoughtInput, now: string): ChainThought {
  return {
    thought: input.thought,
    thoughtNumber: input.thoughtNumber,
    totalThoughts: input.totalThoughts,
    nextThoughtNeeded: input.nextThoughtNeeded,
    ...given('isRevision', input.isRevision),
    ...given('revisesThought', input.revisesThought),
    ...given('branchFromThought', input.branchFromThought),
    ...given('branchId', input.branchId),
    ...given('needsMoreThoughts', input.needsMoreThoughts),
    timestamp: now,
  };
}

/** The fields that `darbot_deepmind` repeats; the revised thought only with a revision, the fork only with its name. */
function echo(input: ThoughtInput): Partial<ChainResponse> {
  const { isRevision, revisesThought, branchId, branchFromThought, needsMoreThoughts } = input;
  return {
    ...given('isRevision', isRevision),
    ...given('revisesThought', isRevision === true ? revisesThought : undefined),
    ...given('branchId', branchId),
    ...given('branchFromThought', branchId === undefined ? undefined : branchFromThought),
    ...given('needsMoreThoughts', needsMoreThoughts),
  };
}

function given<K extends string, V>(name: K, value: V | undefined): { [P in K]?: V } {
  // A computed name widens to string; the one property is exactly this.
  return value === undefined ? {} : ({ [name]: value } as { [P in K]?: V });
}

function metaOf(branchCount: number, signs: readonly Sign[]): Readonly<Record<string, unknown>> {
  return {
    ...(branchCount > LISTED_BRANCHES ? { 'deep-think/branch_count': branchCount } : {}),
    ...(signs.length > 0 ? { 'deep-think/flags': signs } : {}),
  };
}
