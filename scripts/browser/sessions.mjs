// One session of each kind, made through the built server as a client makes them.
import { connect } from '../../demo/connection.ts';
import { createPlayer } from '../../demo/player.ts';
import { QUESTION, STORY } from '../../demo/story.ts';
import { attacks } from '../../test/support/review-bench.ts';
import { TREE_EXAMPLE } from '../../test/support/tree-example.ts';

/** @typedef {import('../../demo/connection.ts').Connection} Connection */
/** @typedef {{ name: string, id: string, says: readonly string[], boxes: number }} Sample */

/** Texts that would do something in a page that took them for its own. */
export const HOSTILE = [
  '<script>window.harmed = 1</script>',
  '</style><script>window.harmed = 2</script>',
  '"><img src=x onerror="window.harmed = 3">',
  '[a link](javascript:window.harmed=4) and <javascript:window.harmed=5>',
  '![picture](https://example.org/pixel.png) <svg onload="window.harmed = 6">',
  '</title></head><body onload="window.harmed = 7"> ]]> --> &lt;b&gt; ```` | `x`',
];
const HARM = HOSTILE.join('\n\n');

/** @param {number} value */
const scores = (value) => ({
  correctness: value,
  evidence: value,
  novelty: value,
  clarity: value,
  bias_resistance: value,
  actionability: value,
  coverage: value,
});

/** @param {unknown} value */
const number = (value) => Number(value);

/**
 * @param {Connection} client
 * @returns {Promise<Sample>}
 */
async function serial(client) {
  const player = createPlayer(STORY);
  let reply = await client.call('start_session', { question: QUESTION, mode: 'serial' });
  const id = String(reply.session_id);
  for (let tool = reply.next_tool; typeof tool === 'string'; tool = reply.next_tool) {
    const next = tool === 'move_session' ? 'keep_here' : tool;
    reply = await client.call(next, { session_id: id, ...player.argumentsFor(next) });
    player.observe(next, reply);
  }
  const rounds = STORY.reduce((sum, { rounds: each }) => sum + each.length, 0);
  return { name: 'serial', id, says: ['flaky', 'Conclusion'], boxes: 1 + 2 * STORY.length + rounds };
}

/**
 * @param {Connection} client
 * @returns {Promise<Sample>}
 */
async function subagent(client) {
  const overrides = { subagent: { engine: 'manual', agents: ['Architect', 'Operator'] } };
  const question = 'One queue for all tenants, or one for each?';
  const started = await client.call('start_session', {
    question,
    mode: 'subagent',
    stages: 'Decide',
    overrides,
  });
  const session_id = String(started.session_id);
  await client.call('begin_subagent_thought', { session_id, content: 'One queue with fair scheduling.' });
  const candidates = [
    ['One queue, weighted by tenant; a noisy tenant is throttled, not banned.', 0.6],
    ['One queue for each tenant above 1,000 jobs a day, a shared one below.', 0.7],
    ['A shared queue for small tenants, own queues above 1,000 jobs a day, **one** dashboard.', 0.8],
    ['Own queues above 1,000 jobs a day, a shared one below, moved by an alert.', 0.86],
  ];
  for (const [candidate, value] of candidates)
    await client.call('advance_subagent_round', { session_id, candidate, scores: scores(number(value)) });
  await client.call('commit_subagent_thought', { session_id });
  return { name: 'subagent', id: session_id, says: ['Architect', 'throttled'], boxes: 1 + 1 + 1 + 2 };
}

/**
 * @param {Connection} client
 * @returns {Promise<Sample>}
 */
async function tree(client) {
  let sessionId = '';
  for (const { tool, args } of TREE_EXAMPLE) {
    const reply = await client.call(tool, tool === 'tot_start' ? args : { sessionId, ...args });
    if (tool === 'tot_start') sessionId = String(reply.sessionId);
  }
  return { name: 'tree', id: sessionId, says: ['Composite index', 'R5.A1a1a', 'References'], boxes: 18 };
}

/**
 * @param {Connection} client
 * @returns {Promise<Sample>}
 */
async function chain(client) {
  const sessionId = 'cache-plan';
  const thoughts = [
    { thought: 'Cache at the edge: reads are public and change once an hour.' },
    { thought: 'Measure first: 80 % of the requests ask for 200 pages.' },
    {
      thought: 'Cache at the edge: most reads are public, but prices depend on the customer.',
      isRevision: true,
      revisesThought: 1,
    },
    { thought: 'Other route: cache fragments at the origin.', branchFromThought: 2, branchId: 'origin' },
    { thought: 'Fragments need keys for each customer group.', branchFromThought: 4, branchId: 'origin' },
    { thought: 'Edge for pages without prices, fragments for the rest.' },
  ];
  for (const [place, thought] of thoughts.entries())
    await client.call('sequentialthinking', {
      thoughtNumber: place + 1,
      totalThoughts: thoughts.length,
      nextThoughtNeeded: place + 1 < thoughts.length,
      sessionId,
      ...thought,
    });
  return { name: 'chain', id: sessionId, says: ['Branch "origin"', 'fragments'], boxes: thoughts.length };
}

/**
 * @param {Connection} client
 * @returns {Promise<Sample>}
 */
async function hostile(client) {
  const stage = '</h2><script>window.harmed = 8</script>';
  const started = await client.call('start_session', {
    question: HARM,
    mode: 'serial',
    stages: [stage],
    project: '"><script>window.harmed = 9</script>',
  });
  const session_id = String(started.session_id);
  /** @type {readonly (readonly [string, Record<string, unknown>])[]} */
  const calls = [
    ['begin_thought', { content: HARM, tags: HOSTILE, axioms: HOSTILE }],
    ['critique_current_thought', {}],
    ['submit_critique', { text: HARM }],
    ['refine_current_thought', { new_content: `${HARM}\n\nend`, challenged_assumptions: HOSTILE }],
    ['score_current_thought', { scores: scores(0.5) }],
    ['commit_thought', {}],
  ];
  for (const [tool, args] of calls) await client.call(tool, { session_id, ...args });
  return { name: 'hostile', id: session_id, says: HOSTILE.slice(0, 3), boxes: 4 };
}

/**
 * @param {Connection} client
 * @returns {Promise<Sample>}
 */
async function review(client) {
  const started = await client.call('start_review', {
    claim: `We should move every job to the new queue. ${HARM}`,
    mode: 'devils_advocate',
  });
  const review_id = String(started.review_id);
  await client.call('submit', { review_id, items: attacks(5, 3, 2) });
  const rebuttals = [0, 1].map((index) => ({
    index,
    verdict: index === 0 ? 'refuted' : 'holds',
    justification: `${HARM} Measured twice under full load, case ${index}.`,
  }));
  await client.call('submit', { review_id, items: rebuttals });
  await client.call('get_verdict', { review_id });
  return { name: 'review', id: review_id, says: ['night shift', 'new queue'], boxes: 6 };
}

/**
 * @param {string} bin
 * @param {string} home
 * @returns {Promise<Sample[]>}
 */
export async function makeSessions(bin, home) {
  const client = await connect(bin, home);
  try {
    const samples = [];
    for (const make of [serial, subagent, tree, chain, review, hostile]) samples.push(await make(client));
    return samples;
  } finally {
    await client.close();
  }
}
