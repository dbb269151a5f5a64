import type { NegotiationResult } from '../../kit/job.ts';
import { type Refusal, refusals } from '../../kit/outcome.ts';
import type { ScoreNotes } from '../../kit/score-notes.ts';
import { sayPiloted, sayScoreNotes } from '../../kit/wording.ts';
import type { SpecialistTask } from './state.ts';

/** What the user reads before choosing the mode. */
export const summary = {
  description:
    'Subagent: rival specialists each write a candidate, every candidate is scored on seven dimensions, and the strongest wins. Best for questions that gain from several views.',
  recommended_for: 'Hard questions with no obvious answer, when there is time for one answer per specialist.',
};

export const sequencing = {
  begin_first: () => 'No thought is open.',
  uncommitted_exists: (f: { thought_id: string }) =>
    `Thought ${f.thought_id} is still open. Finish it, or repeat the call with discard: true to drop it.`,
  no_rounds: () => 'No round is closed yet; each specialist still owes its candidate.',
  round_budget_exhausted: (f: { rounds_run: number; max_rounds: number }) =>
    `All ${f.max_rounds} rounds are used. The strongest winner is ready to be committed.`,
  need_candidate: (f: SpecialistTask) =>
    `Specialist "${f.specialist}" of round ${f.us_round} owes its "candidate"; specialist_prompt is its task once more.`,
};
/** The codes that a phase can owe; the other two come from the rounds themselves. */
export type SubagentRefusal = Exclude<keyof typeof sequencing, 'round_budget_exhausted' | 'need_candidate'>;

/** A refusal that says what is owed; the resolver adds the next call. */
export const refuse = refusals('sequencing', sequencing);

export const engineSentences = {
  no_endpoint: () =>
    'The engine "necort" asks a model behind an endpoint, and none is configured. With the engine "manual" you write the candidates yourself.',
};

/** The refusal of an engine that cannot run here; its error and its code are the same word. */
export function refuseEngine(code: keyof typeof engineSentences) {
  return refusals(code, engineSentences)(code);
}

/** What is said when no endpoint brought a round. */
export const adapterSentences = {
  failed: (f: { detail: string; others: number; retryable: boolean }) =>
    [
      f.detail,
      ...(f.others === 0 ? [] : [`${f.others} more failed: see endpoint_failures.`]),
      `No round was stored. ${f.retryable ? 'The same call may work later' : 'The same call fails again until that is settled'}; with the engine "manual" a new thought needs no endpoint.`,
    ].join(' '),
};

/** The refusal of a negotiation that brought nothing; its code is that of the first endpoint's failure. */
export function refuseNegotiation({ failures }: NegotiationResult): Refusal {
  const [first] = failures;
  const retryable = failures.some((each) => each.retryable);
  const detail = first?.detail ?? '';
  return {
    kind: 'refused',
    error: 'adapter_error',
    code: first?.code ?? 'adapter_error',
    message: adapterSentences.failed({ detail, others: Math.max(0, failures.length - 1), retryable }),
    facts: { retryable, endpoint_failures: failures },
    again: false,
  };
}

/** The sentence of each phase: what is wanted now, and which tool takes it. */
export const sayPhase = {
  awaiting_specialist: (f: { specialist: string }) =>
    `Write the candidate of "${f.specialist}" as specialist_prompt says: call advance_subagent_round with "candidate" and "scores".`,
  can_advance: () =>
    'Open another round: call advance_subagent_round, or commit_subagent_thought to accept the strongest winner.',
  converged: () =>
    'The thought is strong enough: call commit_subagent_thought, or inspect_utility_matrix to see every candidate first.',
  no_more_rounds: () => 'No further round can run here: call commit_subagent_thought.',
  budget_exhausted: () =>
    'The rounds are used up: call commit_subagent_thought, or inspect_utility_matrix to see every candidate first.',
};

/** What a closed round brought. */
interface Closed extends ScoreNotes {
  readonly us_round: number;
  readonly max_rounds: number;
  readonly gate_metric: string;
  readonly equilibrium_strength: number;
  readonly commit_threshold: number;
}

/** What happened, by tool. */
export const say = {
  piloted: sayPiloted,
  begun: (o: SpecialistTask) => `Thought ${o.thought_id} is open. ${say.handedOut(o)}`,
  handedOut: (o: SpecialistTask) =>
    `Specialist ${o.specialist_index + 1} of ${o.specialist_total} in round ${o.us_round} is next.`,
  recorded: (o: SpecialistTask & ScoreNotes) => ['Stored.', ...sayScoreNotes(o), say.handedOut(o)].join(' '),
  negotiated: (
    o: Closed & {
      endpoint_failures?: readonly object[];
      unused_arguments?: readonly string[];
      unread_ratings?: number;
      unrated?: true;
    },
  ) =>
    [
      say.closed(o),
      ...(o.unread_ratings === undefined ? [] : [`Ratings that could not be read: ${o.unread_ratings}.`]),
      ...(o.unrated === undefined
        ? []
        : ['The winner has no rating of another specialist, so it counts 0.5.']),
      ...(o.unused_arguments === undefined
        ? []
        : [
            `The models write and rate the candidates, so this was not used: ${o.unused_arguments.join(', ')}.`,
          ]),
      ...(o.endpoint_failures === undefined
        ? []
        : [`${o.endpoint_failures.length} of the endpoints failed: see endpoint_failures.`]),
    ].join(' '),
  closed: (o: Closed) =>
    [
      `Round ${o.us_round} of ${o.max_rounds} is closed: ${o.gate_metric} ${o.equilibrium_strength} against the threshold ${o.commit_threshold}.`,
      ...sayScoreNotes(o),
    ].join(' '),
  inspected: (o: { candidates_round: number; us_round: number; candidates: readonly object[] }) =>
    o.candidates_round === o.us_round
      ? `These are the candidates of round ${o.candidates_round}.`
      : `The candidates belong to round ${o.candidates_round}, which is still open; selected_content and strength are those of the rounds before.`,
  committed: (o: { thought_id: string; committed_round: number; specialist: string }) =>
    `Thought ${o.thought_id} is committed with the candidate of "${o.specialist}" (committed_round ${o.committed_round}).`,
};

/** The names of the two gates on the wire. */
export const GATE_METRICS = { manual: 'mean utility', necort: 'peer rating' } as const;

/** What the known specialists are told about their view; any other name gets the generic framing. */
export const framings: Readonly<Record<string, string>> = {
  Analysis:
    'You are the analyst. Take the question apart: name its parts, trace what causes what, and give each claim the evidence it stands on or mark it as open. Correctness and completeness count most; a gap that you name is worth more than a gap that you hide.',
  Creativity:
    'You are the inventor. Leave the obvious line: turn the question round, borrow a pattern from another field, and propose an approach that nobody has listed, with the reason why it could work here. Originality that survives a second look counts most.',
  Skeptic:
    'You are the sceptic. Look for what would make the obvious answer wrong: an assumption that nobody states, the weakest link, the case that is missing, a bias in the evidence or in the wish. Then write the answer that still stands. Robustness and freedom from bias count most.',
};

/** The parts of a specialist's prompt. */
export const sayPrompt = {
  question: (question: string) => `Question: ${question}`,
  stage: (stage: string) => `Stage: ${stage}`,
  specialist: (f: {
    specialist: string;
    specialist_index: number;
    specialist_total: number;
    us_round: number;
  }) =>
    `You are specialist ${f.specialist_index + 1} of ${f.specialist_total}, round ${f.us_round}: ${f.specialist}.`,
  genericFraming: (name: string) =>
    `Answer as "${name}" would: with care, from that point of view, and with what the other specialists would not see.`,
  emphasis: (f: { stage: string; stage_weight: number }) =>
    `In the stage "${f.stage}" yours is the emphasised view (weight ${f.stage_weight}).`,
  history: (digest: string) => `What earlier stages settled:\n${digest}`,
  seed: (f: { text: string; drafted: boolean }) =>
    `${f.drafted ? 'The draft' : 'The winner of the round before'}, for you to develop:\n${f.text}`,
  focus: (focus: string) => `Focus: ${focus}`,
  guard: (failure: string) => `Guard against this failure: ${failure}.`,
  build: () =>
    'Build on this text: keep what is strong in it, mend what is weak, and add what the views below still miss.',
  negotiate: () =>
    'Write the best thought that this stage allows, whole and without comment. These views are to be heard, the emphasised ones first:',
  view: (f: { name: string; weight: number; framing: string }) =>
    `- ${f.name}${f.weight === 1 ? '' : ` (emphasised, ${f.weight} times)`}: ${f.framing}`,
  language: () => 'Answer in the language of the question.',
  produce: () =>
    'Write one candidate: the best thought for this stage from your view, whole and without comment. Then score it honestly from 0 to 1 on correctness, evidence, novelty, clarity, bias_resistance, actionability and coverage. Submit both with advance_subagent_round. Answer in the language of the question.',
};
