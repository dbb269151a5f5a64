import { grade, text, word } from '../item.ts';
import { answers, countOf, firstFiring, type Mode, phase } from '../mode.ts';
import type { Items } from '../state.ts';
import { noteWords, sayVerdict } from '../verdict-wording.ts';

/** From this severity on a counterargument has to be rebutted. */
const REBUT_FROM = 3;
const GRAVEST = 5;

const counterarguments = phase(
  'counterarguments',
  {
    text: text(30),
    category: word('evidence', 'incentives', 'base_rates', 'alternatives', 'second_order', 'scope'),
    severity: grade,
  },
  { kind: 'several', least: 3, spread: { field: 'category', least: 2 } },
);

const rebuttals = phase(
  'rebuttals',
  { verdict: word('holds', 'partially_holds', 'refuted'), justification: text(20) },
  {
    kind: 'each',
    targets: (items) =>
      counterarguments
        .of(items)
        .map(({ text, category, severity }, index) => ({ index, category, severity, text }))
        .filter(({ severity }) => severity >= REBUT_FROM),
  },
);

function tally(items: Items) {
  const attacks = counterarguments.of(items);
  const given = answers(rebuttals, items);
  const verdicts = [...given.values()].map(({ verdict }) => verdict);
  return {
    counterarguments: attacks.length,
    rebutted: given.size,
    holds: countOf(verdicts, (each) => each === 'holds'),
    partially_holds: countOf(verdicts, (each) => each === 'partially_holds'),
    refuted: countOf(verdicts, (each) => each === 'refuted'),
    gravest_holding: countOf(given, ([index, { verdict }]) => {
      return verdict === 'holds' && attacks[index]?.severity === GRAVEST;
    }),
  };
}

/** Attack the claim from several sides, then say honestly what each grave attack leaves of it. */
export const devilsAdvocate: Mode = {
  name: 'devils_advocate',
  phases: [counterarguments, rebuttals],
  judge: (items) => {
    const counts = tally(items);
    const fired = firstFiring([
      [counts.holds >= 2, 'claim refuted', 'two_hold'],
      [counts.gravest_holding > 0, 'claim refuted', 'gravest_holds'],
      [counts.holds === 1, 'claim needs revision', 'one_holds'],
      [counts.partially_holds >= 2, 'claim needs revision', 'two_partially_hold'],
    ]);
    return { ...fired, counts, ...sayVerdict.devils_advocate(counts, fired) };
  },
  entries: (items) => {
    const given = answers(rebuttals, items);
    const entries = counterarguments.of(items).map(({ text, category, severity }, index) => {
      const answer = given.get(index);
      const base = { index, text, category, severity };
      if (answer === undefined)
        return { ...base, rebuttal: null, note: noteWords.counterarguments(REBUT_FROM) };
      return { ...base, rebuttal: { verdict: answer.verdict, justification: answer.justification } };
    });
    return { counterarguments: entries };
  },
};
