import { describe, expect, it } from 'vitest';
import { answer, contest, playedRound } from '../../support/contest.ts';
import type { Scene } from '../../support/given.ts';
import { allScored } from '../../support/scores.ts';

const CANDIDATE = { candidate: 'cand', scores: allScored(0.6) };
const BLANK = { candidate: ' \n', scores: allScored(0.6) };
const begun = () => contest().when('begin_subagent_thought', { content: 'seed' });
const ADVANCE = 'advance_subagent_round';

const STATES = {
  no_thought: () => contest(),
  begun,
  one_answered: () => answer(begun(), 'one', 0.5),
  closed_below: () => playedRound(begun(), 0.5, 0.25),
  closed_at: () => playedRound(begun(), 0.75, 0.25),
  round2_handed: () => playedRound(begun(), 0.5, 0.25).when(ADVANCE),
  budget_spent: () => playedRound(playedRound(begun(), 0.5, 0.25), 0.5, 0.75),
};
type State = keyof typeof STATES;

/** Calls in the order of the columns; `prompt 1/2` is the prompt of the first specialist in round 2. */
const COLUMNS: readonly (readonly [string, object])[] = [
  ['begin_subagent_thought', {}],
  [ADVANCE, {}],
  [ADVANCE, BLANK],
  [ADVANCE, CANDIDATE],
  ['inspect_utility_matrix', {}],
  ['commit_subagent_thought', {}],
];
const TABLE: Readonly<Record<State, readonly string[]>> = {
  no_thought: ['prompt 1/1', 'begin_first', 'begin_first', 'begin_first', 'begin_first', 'begin_first'],
  begun: ['uncommitted_exists', 'prompt 1/1', 'prompt 1/1', 'prompt 2/1', 'no_rounds', 'no_rounds'],
  one_answered: ['uncommitted_exists', 'need_candidate', 'need_candidate', 'verdict', 'ok', 'no_rounds'],
  closed_below: ['uncommitted_exists', 'prompt 1/2', 'prompt 1/2', 'prompt 2/2', 'ok', 'ok'],
  closed_at: ['uncommitted_exists', 'prompt 1/2', 'prompt 1/2', 'prompt 2/2', 'ok', 'ok'],
  round2_handed: ['uncommitted_exists', 'prompt 1/2', 'prompt 1/2', 'prompt 2/2', 'ok', 'ok'],
  budget_spent: [
    'uncommitted_exists',
    'round_budget_exhausted',
    'round_budget_exhausted',
    'round_budget_exhausted',
    'ok',
    'ok',
  ],
};
const NAMES = Object.keys(STATES) as State[];
const cells = NAMES.flatMap((state) =>
  TABLE[state].map((wanted, column) => {
    const [tool = '', raw = {}] = COLUMNS[column] ?? [];
    return [tool, JSON.stringify(raw).slice(0, 25), state, wanted, raw] as const;
  }),
);

/** What came of the call, in the words of the table. */
function resultOf(scene: Scene, wanted: string): string {
  if (!/^(prompt|verdict|ok)/.test(wanted)) return scene.refusal.code;
  const { specialist_index, us_round, endpoints_used } = scene.output;
  if (wanted === 'ok') return 'ok';
  return endpoints_used === 0 ? 'verdict' : `prompt ${Number(specialist_index) + 1}/${us_round}`;
}

describe('every tool in every state', () => {
  it.each(cells)('%s %s in %s gives %s%#', (tool, _, state, wanted, raw) => {
    const before = STATES[state]();
    const after = before.when(tool, { ...raw });
    expect(resultOf(after, wanted)).toBe(wanted);
    if (/_/.test(wanted)) {
      expect(after.refusal.error).toBe('sequencing');
      expect(after.session).toEqual(before.session);
    }
  });

  it.each(NAMES)('unreadable scores come before the state: %s', (state) => {
    const { refusal } = STATES[state]().when(ADVANCE, { candidate: 'cand', scores: 'nope' });
    expect(refusal).toMatchObject({ error: 'retry_with_clarification', facts: { parameter: 'scores' } });
  });
});

describe('the next step in every state', () => {
  const COMMIT = 'commit_subagent_thought';
  it.each<readonly [State, string, string, string | undefined]>([
    ['no_thought', 'subagent_no_thought_begin', 'begin_subagent_thought', 'advance_stage'],
    ['begun', 'subagent_awaiting_specialist', ADVANCE, undefined],
    ['one_answered', 'subagent_awaiting_specialist', ADVANCE, undefined],
    ['closed_below', 'subagent_can_advance', ADVANCE, COMMIT],
    ['closed_at', 'subagent_converged', COMMIT, undefined],
    ['round2_handed', 'subagent_awaiting_specialist', ADVANCE, undefined],
    ['budget_spent', 'subagent_budget_exhausted', COMMIT, undefined],
  ])('%s is %s', (state, code, tool, alternative) => {
    const { step } = STATES[state]().view;
    expect([step.code, step.tool, step.alternative]).toEqual([code, tool, alternative]);
    expect(step.say).toContain(tool);
  });

  it('after a commit is the next stage, at the last one the end', () => {
    const committed = STATES.closed_at().when(COMMIT);
    expect(committed.view.step).toMatchObject({
      code: 'subagent_stage_done',
      tool: 'advance_stage',
      alternative: 'begin_subagent_thought',
    });
    const last = contest({}, { current_stage: 'Conclusion' }).when('begin_subagent_thought');
    expect(playedRound(last, 0.9, 0.1).when(COMMIT).view.step).toMatchObject({
      code: 'subagent_no_thought_final_stage',
      tool: 'finalize_session',
    });
  });
});

describe('beginning with discard', () => {
  it.each(NAMES)('drops the thought of %s and keeps it in the record', (state) => {
    const { session } = STATES[state]().when('begin_subagent_thought', { discard: true });
    const open = session.thoughts.at(-1);
    expect(session.current_thought_id).toBe(open?.id);
    expect(open).toMatchObject({ discarded: false, specialist_rounds: [] });
    expect(session.thoughts.slice(0, -1).map((each) => each.discarded)).toEqual(
      state === 'no_thought' ? [] : [true],
    );
  });
});
