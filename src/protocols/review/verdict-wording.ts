import type { Verdict } from './mode.ts';

type Fired = Pick<Verdict, 'assessment' | 'rule'>;
type Words = Pick<Verdict, 'risk_score' | 'reason'>;

const are = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`;

/** What each rule of a verdict says, by its code. */
export const ruleWords: Readonly<Record<string, string>> = {
  two_hold: '2 or more counterarguments hold',
  gravest_holds: 'a counterargument of severity 5 holds',
  one_holds: '1 counterargument holds',
  two_partially_hold: '2 or more counterarguments partially hold',
  average_above_12: 'the average score is above 12',
  average_above_6: 'the average score is above 6',
  residual_high: 'a residual risk stays high',
  two_without_evidence: '2 or more load-bearing assumptions have no evidence',
  one_without_evidence: '1 load-bearing assumption has no evidence',
  two_with_partial_evidence: '2 or more load-bearing assumptions have partial evidence',
  all_conceded: 'every point is conceded',
  half_conceded: 'at least as many points are conceded as countered',
  no_rule: 'no rule against the claim fires',
};

const because = (counts: string, { assessment, rule }: Fired) =>
  `${counts}. Rule: ${ruleWords[rule] ?? rule}, so: ${assessment}.`;

function words(value: number, scale: string, explanation: string, reason: string): Words {
  return { risk_score: { value, scale, explanation }, reason };
}

/** Score and reason of each mode, with the counts that decided. */
export const sayVerdict = {
  devils_advocate: (
    c: {
      counterarguments: number;
      rebutted: number;
      holds: number;
      partially_holds: number;
      refuted: number;
      gravest_holding: number;
    },
    fired: Fired,
  ) =>
    words(
      c.holds,
      `0 to ${c.rebutted}`,
      'How many of the rebutted counterarguments hold.',
      because(
        `${c.rebutted} of ${are(c.counterarguments, 'counterargument')} rebutted: ${c.holds} hold (${c.gravest_holding} of severity 5), ${c.partially_holds} partially hold, ${c.refuted} refuted`,
        fired,
      ),
    ),
  premortem: (
    c: {
      failure_causes: number;
      score_sum: number;
      mitigated: number;
      residual_high: number;
      average: number;
    },
    fired: Fired,
  ) =>
    words(
      c.average,
      '1 to 25',
      'The average of likelihood × impact over all causes, rounded for display only.',
      because(
        `${are(c.failure_causes, 'failure cause')} with a score of ${c.score_sum} in all, ${c.average} on average; ${c.mitigated} mitigated, ${c.residual_high} of them with a high residual risk`,
        fired,
      ),
    ),
  assumptions: (
    c: { assumptions: number; load_bearing: number; verified: number; partial: number; none: number },
    fired: Fired,
  ) =>
    words(
      c.partial + c.none,
      `0 to ${c.load_bearing}`,
      'How many load-bearing assumptions are not verified.',
      because(
        `${c.load_bearing} of ${are(c.assumptions, 'assumption')} load-bearing: ${c.verified} verified, ${c.partial} with partial evidence, ${c.none} without`,
        fired,
      ),
    ),
  steelman: (c: { points: number; conceded: number; countered: number }, fired: Fired) =>
    words(
      c.conceded,
      `0 to ${c.points}`,
      'How many points of the other side are conceded.',
      because(`${are(c.points, 'point')}: ${c.conceded} conceded, ${c.countered} countered`, fired),
    ),
};

/** Why an item of the report has no answer. */
export const noteWords = {
  counterarguments: (from: number) => `Below severity ${from}: no rebuttal asked for.`,
  failure_causes: (from: number) => `Below a score of ${from}: no mitigation asked for.`,
  assumptions: () => 'Verified or not load-bearing: no test asked for.',
};

/** What a skipped phase means for the verdict. */
export const skipWords: Readonly<Record<string, string>> = {
  rebuttals:
    'Phase rebuttals was skipped: no counterargument reaches severity 3, so the verdict rests on 0 rebuttals.',
  mitigations:
    'Phase mitigations was skipped: no cause reaches a score of 9, so the verdict rests on 0 mitigations.',
  tests:
    'Phase tests was skipped: no load-bearing assumption lacks verification, so the verdict rests on 0 tests.',
};

/** The part of the reason that warns of thin texts. */
export const sayThin = (f: { repeated: number; padded: number }) =>
  `Mind the texts: ${are(f.repeated, 'near-repetition')}, ${are(f.padded, 'padded text')}, counted like all others.`;
