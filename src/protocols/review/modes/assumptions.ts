import { flag, text, word } from '../item.ts';
import { answers, countOf, firstFiring, type Mode, phase } from '../mode.ts';
import { noteWords, sayVerdict } from '../verdict-wording.ts';

const assumed = phase(
  'assumptions',
  { text: text(20), load_bearing: flag, evidence: word('verified', 'partial', 'none') },
  { kind: 'several', least: 4 },
);

const tests = phase(
  'tests',
  { test: text(20) },
  {
    kind: 'each',
    targets: (items) =>
      assumed.of(items).flatMap(({ text, load_bearing, evidence }, index) => {
        return load_bearing && evidence !== 'verified' ? [{ index, evidence, text }] : [];
      }),
  },
);

/** Write down what the claim silently relies on, then how the weak supports can be tested. */
export const assumptions: Mode = {
  name: 'assumptions',
  phases: [assumed, tests],
  judge: (items) => {
    const all = assumed.of(items);
    const bearing = all.filter(({ load_bearing }) => load_bearing).map(({ evidence }) => evidence);
    const counts = {
      assumptions: all.length,
      load_bearing: bearing.length,
      verified: countOf(bearing, (each) => each === 'verified'),
      partial: countOf(bearing, (each) => each === 'partial'),
      none: countOf(bearing, (each) => each === 'none'),
    };
    const fired = firstFiring([
      [counts.none >= 2, 'claim refuted', 'two_without_evidence'],
      [counts.none === 1, 'claim needs revision', 'one_without_evidence'],
      [counts.partial >= 2, 'claim needs revision', 'two_with_partial_evidence'],
    ]);
    return { ...fired, counts, ...sayVerdict.assumptions(counts, fired) };
  },
  entries: (items) => {
    const given = answers(tests, items);
    const entries = assumed.of(items).map(({ text, load_bearing, evidence }, index) => {
      const answer = given.get(index);
      const base = { index, text, load_bearing, evidence };
      if (answer === undefined) return { ...base, test: null, note: noteWords.assumptions() };
      return { ...base, test: answer.test };
    });
    return { assumptions: entries };
  },
};
