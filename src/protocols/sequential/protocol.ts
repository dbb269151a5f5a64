import { readPortableRecord } from '../../core/portable-record.ts';
import type { Passage } from '../../core/search/passage.ts';
import type { SessionDocument } from '../../core/session.ts';
import { itemsOf } from '../../core/tally.ts';
import { cutText, excerpt } from '../../core/text.ts';
import type { ModeSummary } from '../../kit/mode.ts';
import type { Opened, Protocol } from '../../kit/protocol.ts';
import type { Step } from '../../kit/step.ts';
import { chainPage } from './page.ts';
import { chainPart } from './part.ts';
import { chainImport } from './portable.ts';
import { CHAIN_PROTOCOL, type Chain, type ChainThought, chainReader } from './state.ts';
import { refuseTool, sayChain, summary } from './wording.ts';

/** Where a chain stands. */
export type ChainPhase = 'open' | 'finished';

export const CHAIN_PHASES: readonly ChainPhase[] = ['open', 'finished'];

/** Read off the last answer: finished when it said that no further thought is needed. */
export function chainPhase(chain: Chain): ChainPhase {
  return chain.closed ? 'finished' : 'open';
}

/** What a chain wants next: a further thought of its own tool, or nothing. */
export function chainStep(chain: Chain): Step {
  const { id, tool, thoughts } = chain;
  const last = thoughts.at(-1);
  const facts = { thought_count: thoughts.length, branch_count: chain.branches.length };
  if (chainPhase(chain) === 'finished') {
    const say = sayChain.finished({ tool, id, count: thoughts.length });
    return { code: 'chain_finished', tool: null, alternative: tool, facts, say };
  }
  const next = (last?.thoughtNumber ?? 0) + 1;
  const say = sayChain.open({ tool, id, next, total: Math.max(next, last?.totalThoughts ?? next) });
  return { code: 'chain_open', tool, arguments: { sessionId: id }, facts, say };
}

/** The notebook among the ways of reasoning; a chain begins by itself, so no mode leads to it. */
const chainSummary: ModeSummary = { name: CHAIN_PROTOCOL, ...summary };

/** How many of the newest thoughts and branches the material holds, and code points of each text and name. */
const LAST_THOUGHTS = 5;
const THOUGHT = 600;
const LAST_BRANCHES = 20;
const NAME = 60;

/** The newest thoughts, long ones cut, and the newest branches whose last thought wanted another. */
export function chainMaterial(chain: Chain): Readonly<Record<string, unknown>> {
  const last_thoughts = chain.thoughts.slice(-LAST_THOUGHTS).map((each) => {
    const { timestamp: _, branchId, ...rest } = each;
    const branch = branchId === undefined ? {} : { branchId: excerpt(branchId, NAME) };
    return { ...rest, ...branch, thought: cutText(each.thought, THOUGHT) };
  });
  const open = openBranches(chain);
  const left = open.length - LAST_BRANCHES;
  return {
    last_thoughts,
    open_branches: open.slice(-LAST_BRANCHES),
    ...(left > 0 ? { open_branches_omitted: left } : {}),
  };
}

function openBranches(chain: Chain) {
  const ends = new Map(chain.thoughts.map((each) => [each.branchId, each]));
  return chain.branches.flatMap((branchId) => {
    const end = ends.get(branchId);
    if (end === undefined || !(end.nextThoughtNeeded || end.needsMoreThoughts)) return [];
    return [{ branchId: excerpt(branchId, NAME), lastThought: end.thoughtNumber }];
  });
}

/** A stored chain as the gate and the resolver see it. Throws the schema's error when it is no chain. */
function openChain(document: SessionDocument): Opened {
  const chain = chainReader.read(document);
  return {
    phase: chainPhase(chain),
    owed: (tool) => refuseTool('wrong_protocol', { blocked_tool: tool, chain_tool: chain.tool }),
    step: () => chainStep(chain),
    material: () => chainMaterial(chain),
  };
}

function passageOf({ thought, thoughtNumber, branchId }: ChainThought): Passage {
  const branch = branchId === undefined ? {} : { branch_id: excerpt(branchId, NAME) };
  return { place: { thought_number: thoughtNumber, ...branch }, text: thought };
}

/** The notebooks: a chain of thoughts with revisions and branches, one tool each for two kinds of client. */
export const sequential: Protocol = {
  summary: chainSummary,
  idle: null,
  phases: CHAIN_PHASES,
  tools: [],
  page: (document) => chainPage(chainReader.read(document)),
  part: chainPart,
  isOver: ({ closed }) => closed === true,
  tally: (document) => {
    // A thought is recorded only when it is accepted.
    const count = itemsOf(document, 'thoughts').length;
    return { thought_count: count, committed_count: count };
  },
  readImport: (table, now) => readPortableRecord(chainImport, table, now),
  searchable: (document) => chainReader.read(document).thoughts.map(passageOf),
  result: (document) => chainReader.read(document).thoughts.at(-1)?.thought ?? null,
  open: openChain,
};
