import { difference, equilibriumOf } from './matrix.ts';
import type { HistoryEntry, Matrix, NegotiationRequest, NegotiationResult } from './negotiation.ts';
import { answers, askRounds, ratings, rewrites } from './steps.ts';
import { openTable, type Table } from './table.ts';

const DEFAULT_THRESHOLD = 0.05;

/** Texts and the ratings of these very texts. */
interface Standing {
  readonly texts: readonly string[];
  readonly matrix: Matrix;
}

/**
 * Lets the agents answer, rate each other and rewrite until the round cap or until their ratings stand still, and
 * picks the best text. Throws what `generate` throws, and the signal's reason when it is aborted.
 */
export async function negotiate(request: NegotiationRequest): Promise<NegotiationResult> {
  request.signal.throwIfAborted();
  const table = openTable(request);
  const rounds = await askRounds(table, request);
  const first = await answers(table, request);
  const history: HistoryEntry[] = [
    { round: 0, agent_responses: first, utility_matrix: null, equilibrium_indices: [] },
  ];
  let standing: Standing = { texts: first, matrix: await ratings(table, request, first, 'rate') };
  let before: Matrix | null = null;
  let settled = false;
  for (let round = 1; round <= rounds && !settled; round += 1) {
    settled = before !== null && standsStill(before, standing.matrix, request);
    before = standing.matrix;
    if (!settled) standing = await improved(table, request, standing);
    history.push(entry(round, standing));
  }
  return result(history, standing, settled);
}

function standsStill(before: Matrix, now: Matrix, { convergenceThreshold }: NegotiationRequest): boolean {
  const moved = difference(before, now);
  return moved !== null && moved < (convergenceThreshold ?? DEFAULT_THRESHOLD);
}

/** The rewritten texts with their own ratings, with which the next round starts too. */
async function improved(
  table: Table,
  request: NegotiationRequest,
  { texts, matrix }: Standing,
): Promise<Standing> {
  const rewritten = await rewrites(table, request, texts, matrix);
  return { texts: rewritten, matrix: await ratings(table, request, rewritten, 'rate_again') };
}

function entry(round: number, { texts, matrix }: Standing): HistoryEntry {
  return {
    round,
    agent_responses: texts,
    utility_matrix: matrix,
    equilibrium_indices: equilibriumOf(matrix),
  };
}

function result(history: readonly HistoryEntry[], last: Standing, converged: boolean): NegotiationResult {
  const best = equilibriumOf(last.matrix)[0] ?? 0;
  const rounds = history.length - 1;
  return {
    response: last.texts[best] ?? '',
    thinking_rounds: rounds,
    converged,
    convergence_round: converged ? rounds : null,
    final_response_agent: best,
    thinking_history: history,
  };
}
