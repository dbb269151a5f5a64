import { roundHalfEven } from '../../../core/text.ts';
import { grade, text, word } from '../item.ts';
import { answers, countOf, firstFiring, type Mode, phase } from '../mode.ts';
import type { Items } from '../state.ts';
import { noteWords, sayVerdict } from '../verdict-wording.ts';

/** From this product of likelihood and impact on a cause has to be mitigated. */
const MITIGATE_FROM = 9;
/** An average above these refutes the claim, or calls for a revision. */
const REFUTED_ABOVE = 12;
const REVISED_ABOVE = 6;

const setup = phase('setup', { horizon: text(2) }, { kind: 'one' });

const causes = phase(
  'failure_causes',
  { text: text(20), likelihood: grade, impact: grade },
  { kind: 'several', least: 4 },
);

const mitigations = phase(
  'mitigations',
  { action: text(20), residual_risk: word('low', 'medium', 'high') },
  {
    kind: 'each',
    targets: (items) =>
      scored(items)
        .map(({ text, likelihood, impact, score }, index) => ({ index, likelihood, impact, score, text }))
        .filter(({ score }) => score >= MITIGATE_FROM),
  },
);

function scored(items: Items) {
  return causes.of(items).map((cause) => ({ ...cause, score: cause.likelihood * cause.impact }));
}

/** The time by which the plan is imagined to have failed; empty while it is not chosen. */
export function horizonOf(items: Items): string {
  return setup.of(items)[0]?.horizon ?? '';
}

/** The plan has failed: write why, then what can still be done about the likely and grave causes. */
export const premortem: Mode = {
  name: 'premortem',
  phases: [setup, causes, mitigations],
  judge: (items) => {
    const all = scored(items);
    const sum = all.reduce((total, { score }) => total + score, 0);
    const given = answers(mitigations, items);
    const counts = {
      failure_causes: all.length,
      score_sum: sum,
      mitigated: given.size,
      residual_high: countOf(given.values(), ({ residual_risk }) => residual_risk === 'high'),
    };
    // Sums are compared, so that no rounded average decides.
    const fired = firstFiring([
      [sum > REFUTED_ABOVE * all.length, 'claim refuted', 'average_above_12'],
      [sum > REVISED_ABOVE * all.length, 'claim needs revision', 'average_above_6'],
      [counts.residual_high > 0, 'claim needs revision', 'residual_high'],
    ]);
    const average = roundHalfEven(sum / Math.max(1, all.length), 2);
    return { ...fired, counts, ...sayVerdict.premortem({ ...counts, average }, fired) };
  },
  entries: (items) => {
    const given = answers(mitigations, items);
    const entries = scored(items).map(({ text, likelihood, impact, score }, index) => {
      const answer = given.get(index);
      const base = { index, text, likelihood, impact, score };
      if (answer === undefined)
        return { ...base, mitigation: null, note: noteWords.failure_causes(MITIGATE_FROM) };
      return { ...base, mitigation: { action: answer.action, residual_risk: answer.residual_risk } };
    });
    return { setup: { horizon: horizonOf(items) }, failure_causes: entries };
  },
};
