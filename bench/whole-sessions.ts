import { type Step, startSession, wholeThought } from './scripted-session.ts';
import type { Server, ToolReply } from './server.ts';

const THOUGHTS = 6;
const SCORES = {
  correctness: 0.8,
  evidence: 0.6,
  novelty: 0.5,
  clarity: 0.8,
  bias_resistance: 0.7,
  actionability: 0.6,
  coverage: 0.7,
};
/** Texts that say different things, as those of a model do: alike ones would earn warnings. */
const FINDINGS = [
  'Four of five reads ask for public data, so a copy near the reader answers most of them.',
  "A price that changed at noon was still the old one in two regions at one o'clock.",
  'Purging by tag took eleven seconds in the slowest region last week.',
  'The origin has room for twice its load until the spring campaign begins.',
  'Nobody on call has ever worked with the console of the network at night.',
  'Signed cookies keep private replies out of shared caches if every route sets them.',
  'The bill for traffic between regions would fall by a third.',
  'Two of the mobile clients ignore the headers that name a lifetime.',
  'A test with recorded traffic showed a hit rate of 0.71 after one hour.',
  'Stale answers hurt only on the pages for orders, which stay uncached.',
];
const finding = (n: number) => FINDINGS[n % FINDINGS.length] ?? '';

async function serial(server: Server): Promise<void> {
  const step = await startSession(server, 'Should we cache API responses at the edge or at the origin?');
  for (let stage = 0; ; stage += 1) {
    await wholeThought(step, stage);
    const { fields } = await step('next_action');
    if (fields.next_tool !== 'advance_stage') break;
    await step('advance_stage');
  }
  await step('finalize_session');
  await step('keep_here');
}

async function subagent(server: Server): Promise<void> {
  const question = 'Should we cache API responses at the edge or at the origin?';
  const { fields } = await server.call('start_session', { question, mode: 'subagent' });
  const step: Step = (tool, args = {}) => server.call(tool, { session_id: fields.session_id, ...args });
  let reply = await step('begin_subagent_thought', { content: finding(0), engine: 'manual' });
  for (let n = 1; reply.fields.next_tool === 'advance_subagent_round'; n += 1)
    reply = await step('advance_subagent_round', { candidate: finding(n), scores: SCORES });
  await step('commit_subagent_thought');
}

async function review(server: Server): Promise<void> {
  const claim = 'We should cache at the edge because most reads are public.';
  const { fields } = await server.call('start_review', { claim, mode: 'devils_advocate' });
  const { review_id } = fields;
  const categories = ['evidence', 'incentives', 'base_rates'];
  const items = categories.map((category, n) => ({ text: finding(n), category, severity: 3 }));
  await server.call('submit', { review_id, items });
  const verdicts = ['refuted', 'holds', 'partially_holds'];
  const rebuttals = verdicts.map((verdict, index) => ({ index, justification: finding(index + 3), verdict }));
  await server.call('submit', { review_id, items: rebuttals });
  await server.call('get_verdict', { review_id });
}

async function tree(server: Server): Promise<void> {
  const { fields } = await server.call('tot_start', { query: 'Why is the query slow?', mode: 'smoke' });
  const { sessionId } = fields;
  const levels = [['R1.A'], ['R2.A1', 'R2.A2'], ['R3.A1a', 'R3.A2a'], ['R4.A1a1', 'R4.A2a1']];
  for (const [depth, ids] of levels.entries()) {
    const place = (n: number) => 2 * depth + n;
    const nodes = ids.map((id, n) => {
      const parent = levels[depth - 1]?.[n] ?? levels[depth - 1]?.[0] ?? null;
      return { id, parent, title: `Look at ${id}`, plannedAction: finding(place(n)) };
    });
    await server.call('tot_propose', { sessionId, nodes });
    const state = depth === levels.length - 1 ? 'DEAD' : 'EXPLORE';
    const results = ids.map((nodeId, n) => ({
      nodeId,
      state,
      findings: finding(place(n)),
      agentId: `agent-${place(n)}`,
    }));
    await server.call('tot_commit', { sessionId, results });
  }
  await server.call('tot_status', { sessionId });
}

async function sequential(server: Server): Promise<void> {
  for (let n = 1; n <= THOUGHTS; n += 1)
    await server.call('sequentialthinking', {
      thought: finding(n),
      thoughtNumber: n,
      totalThoughts: THOUGHTS,
      nextThoughtNeeded: n < THOUGHTS,
    });
}

const SESSIONS = { serial, subagent, review, tree, sequential };

/** Every reply of one session of each protocol, in its order. */
export async function repliesOfWholeSessions(server: Server): Promise<ReadonlyMap<string, ToolReply[]>> {
  const found = new Map<string, ToolReply[]>();
  for (const [protocol, perform] of Object.entries(SESSIONS)) {
    const replies: ToolReply[] = [];
    const call: Server['call'] = async (tool, args) => {
      const reply = await server.call(tool, args);
      replies.push(reply);
      return reply;
    };
    await perform({ ...server, call });
    found.set(protocol, replies);
  }
  return found;
}
