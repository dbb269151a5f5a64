import { allScored } from './scores.ts';

/** How a subagent session of the tests starts: two specialists, who answer in the client itself. */
export const SUBAGENT_START = {
  mode: 'subagent',
  overrides: { subagent: { engine: 'manual', agents: ['Analysis', 'Odd'] } },
};

const candidate = (text: string, value: number) => ({ candidate: text, scores: allScored(value) });

/** Each phase with the call that leads to it from the one before. */
export const SUBAGENT_STEPS: readonly (readonly [string, string, object])[] = [
  ['subagent:begun', 'begin_subagent_thought', { content: 'Dual-write, then cut over.' }],
  ['subagent:first_round', 'advance_subagent_round', candidate('Dual-write with checksums.', 0.5)],
  ['subagent:round_closed', 'advance_subagent_round', candidate('Keep a shadow ledger.', 0.25)],
  ['subagent:next_round', 'advance_subagent_round', {}],
];
