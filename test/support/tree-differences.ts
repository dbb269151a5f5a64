import type { TreeDifference } from './tree-replay.ts';

const ANY = /./;
const HINT = /(stateHint|expectedCommit\.state)$/;

/** Every deliberate difference from the recorded server, by its id. */
export const TREE_DIFFERENCES: readonly TreeDifference[] = [
  {
    id: 'T-C1',
    why: 'A result without agentId earns a warning.',
    at: [{ n: [71, 73], field: /^warnings$/ }],
  },
  {
    id: 'T-C2',
    why: 'An EXHAUST node is content with any child that it allows.',
    at: [{ n: [226, 229, 231, 293, 294, 295], field: ANY }],
  },
  { id: 'T-C3', why: 'VERIFY stands from round 4.', at: [{ n: [89, 90, 113, 114], field: ANY }] },
  { id: 'T-C4', why: 'There is one root, R1.A.', at: [{ n: [590, 591, 592], field: ANY }] },
  {
    id: 'T-C5',
    why: 'An id sits one round below its parent and extends it.',
    at: [{ n: [57, 348, 349, 350, 351, 352, 353], field: ANY }],
  },
  {
    id: 'T-C6',
    why: 'A later call may ask for more than the start, not for less.',
    at: [{ n: [417, 418, 419, 420], field: ANY }],
  },
  { id: 'T-C7', why: 'tot_step reports haste too.', at: [{ n: [570], field: /^committed\.warnings$/ }] },
  {
    id: 'T-D1',
    why: 'Names of inherited members are ordinary unknown ids.',
    at: [{ n: [398, 399, 400, 401, 402, 403, 404, 405], field: ANY }],
  },
  { id: 'T-D2', why: 'A node twice in a commit has a code.', at: [{ n: [364], field: /^isError$/ }] },
  {
    id: 'T-D3',
    why: 'Without a mode the session keeps its own.',
    at: [{ n: [464, 465], field: /^(tasks|proposePayload)/ }],
  },
  { id: 'T-D5', why: 'One judge decides the end.', at: [{ n: [265], field: ANY }] },
  {
    id: 'T-D7',
    why: 'A suggested state is neither refused nor converted.',
    at: [
      { n: [486, 487, 490, 491, 496, 497, 500, 501, 502], field: HINT },
      { n: [527, 529, 530, 531, 539, 540, 541], field: HINT },
      { n: [563, 564, 565, 566, 567, 568, 569, 571, 587, 588], field: HINT },
    ],
  },
  { id: 'T-D9', why: 'A combination counts by whole tokens.', at: [{ n: [540], field: /^coverage\./ }] },
  {
    id: 'T-D11',
    why: 'A title with a line break stays one label.',
    at: [{ n: [645], field: /^dot\.nodes$/ }],
  },
  {
    id: 'T-D12',
    why: 'A sessionId is never a path, and a foreign file is no session.',
    at: [{ n: [668, 670], field: ANY }],
  },
  {
    id: 'T-D13',
    why: 'A relaxed session shows EXPLORE nodes that block its end.',
    at: [{ n: [454, 463], field: /^pending$/ }],
  },
  {
    id: 'T-D14',
    why: 'A refused commit shows the rounds of its session.',
    at: [{ n: [435], field: /^minRounds$/ }],
  },
  {
    id: 'T-D15',
    why: 'A refused step leaves no proposals behind.',
    at: [{ n: [572, 573], field: /^tasks/ }],
  },
  {
    id: 'T-D19',
    why: 'A pending root is not offered again.',
    at: [{ n: [484], field: /^(nextCall|proposePayload)$/ }],
  },
  { id: 'T-D20', why: 'A parent is the longest existing prefix.', at: [{ n: [589, 590], field: ANY }] },
  {
    id: 'T-D21',
    why: 'Reclassifying follows the rules of a commit.',
    at: [{ n: [622, 623, 625, 626, 627], field: ANY }],
  },
  { id: 'reads-only', why: 'tot_next stores nothing.', at: [{ n: [502], field: /^minRounds$/ }] },
];
