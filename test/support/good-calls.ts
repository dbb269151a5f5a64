import { SCORES } from './serial-phases.ts';

/** A call that works: the phase of the session that it is made on (null = no session) and its own arguments. */
export interface GoodCall {
  readonly phase: string | null;
  readonly args: Readonly<Record<string, unknown>>;
  /** Fields that its reply has beside those of every reply. */
  readonly fields: readonly string[];
}

/** One call for each tool. */
export const GOOD_CALLS: Readonly<Record<string, GoodCall>> = {
  start_session: {
    phase: null,
    args: { question: 'Edge or origin?', mode: 'serial', stages: ['Only'], project: 'shop' },
    fields: ['mode', 'status', 'current_stage', 'expected_stages'],
  },
  set_session_mode: { phase: 'no_mode', args: { mode: 'serial' }, fields: ['mode'] },
  list_modes: { phase: null, args: {}, fields: ['modes'] },
  list_sessions: { phase: null, args: { limit: 5 }, fields: ['sessions', 'count'] },
  search_sessions: { phase: null, args: { query: 'edge' }, fields: ['results', 'count'] },
  resume_session: {
    phase: 'await_refine',
    args: {},
    fields: [
      'question',
      'mode',
      'status',
      'current_stage',
      'current_thought_id',
      'thought_count',
      'save_path',
    ],
  },
  clear_session: { phase: 'await_score', args: {}, fields: ['status', 'trashed_path'] },
  finalize_session: {
    phase: 'no_thought',
    args: {},
    fields: ['status', 'current_path', 'human_prompt', 'available_tools'],
  },
  // The home folder of the shared servers lies beside their data root.
  move_session: {
    phase: 'no_thought',
    args: { new_path: '~' },
    fields: ['status', 'from_path', 'new_path'],
  },
  import_session: {
    phase: null,
    args: { data: { question: 'Edge?', mode: 'serial', expected_stages: ['A'], current_stage: 'A' } },
    fields: ['save_path', 'id_reassigned'],
  },
  keep_here: { phase: 'no_thought', args: {}, fields: ['status', 'save_path'] },
  advance_stage: { phase: 'no_thought', args: {}, fields: ['current_stage', 'expected_stages'] },
  next_action: { phase: 'zero_rounds', args: { detail: 'full' }, fields: ['code', 'draft_content'] },
  summarize_session: {
    phase: 'zero_rounds',
    args: { scope: 'all' },
    fields: ['scope', 'thought_count', 'digest', 'entries'],
  },
  compress_history: {
    phase: 'zero_rounds',
    args: { target_tokens: 100 },
    fields: ['digest', 'estimated_tokens'],
  },
  export_session: { phase: 'round_complete', args: {}, fields: ['export'] },
  begin_thought: {
    phase: 'no_thought',
    args: { content: 'A draft.' },
    fields: ['thought_id', 'stage', 'position'],
  },
  critique_current_thought: {
    phase: 'zero_rounds',
    args: {},
    fields: ['thought_id', 'lens', 'round_index', 'draft_content', 'lens_template'],
  },
  submit_critique: {
    phase: 'await_critique',
    args: { text: 'No source.' },
    fields: ['round_index', 'lens'],
  },
  refine_current_thought: {
    phase: 'await_refine',
    args: { new_content: 'Better.' },
    fields: ['round_index', 'edit_distance'],
  },
  score_current_thought: {
    phase: 'await_score',
    args: { scores: SCORES },
    fields: ['round_index', 'scores', 'overall', 'delta', 'converged', 'converged_reason'],
  },
  commit_thought: {
    phase: 'round_complete',
    args: {},
    fields: ['thought_id', 'stage', 'position', 'committed', 'committed_round'],
  },
  begin_subagent_thought: {
    phase: 'subagent:no_thought',
    args: { content: 'A draft.', engine: 'manual' },
    fields: ['thought_id', 'stage', 'engine', 'us_round', 'specialist', 'stage_weight', 'specialist_prompt'],
  },
  advance_subagent_round: {
    phase: 'subagent:first_round',
    args: { candidate: 'A rival.', scores: SCORES },
    fields: ['us_round', 'rounds_run', 'equilibrium_strength', 'converged', 'selected_content'],
  },
  inspect_utility_matrix: {
    phase: 'subagent:round_closed',
    args: {},
    fields: ['us_round', 'candidates_round', 'gate_metric', 'commit_threshold', 'candidates'],
  },
  commit_subagent_thought: {
    phase: 'subagent:next_round',
    args: {},
    fields: ['thought_id', 'stage', 'position', 'committed', 'committed_round'],
  },
};
