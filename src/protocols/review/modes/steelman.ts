import { text, word } from '../item.ts';
import { answers, countOf, firstFiring, type Mode, phase } from '../mode.ts';
import { sayVerdict } from '../verdict-wording.ts';

const points = phase('strongest_case', { text: text(30) }, { kind: 'several', least: 3 });

const responses = phase(
  'responses',
  { stance: word('concede', 'counter'), text: text(20) },
  { kind: 'each', targets: (items) => points.of(items).map(({ text }, index) => ({ index, text })) },
);

/** Write the strongest honest case of the other side, then concede or counter each point. */
export const steelman: Mode = {
  name: 'steelman',
  phases: [points, responses],
  judge: (items) => {
    const stances = responses.of(items).map(({ stance }) => stance);
    const counts = {
      points: points.of(items).length,
      conceded: countOf(stances, (each) => each === 'concede'),
      countered: countOf(stances, (each) => each === 'counter'),
    };
    const fired = firstFiring([
      [counts.conceded === counts.points, 'claim refuted', 'all_conceded'],
      [counts.conceded >= counts.countered, 'claim needs revision', 'half_conceded'],
    ]);
    return { ...fired, counts, ...sayVerdict.steelman(counts, fired) };
  },
  entries: (items) => {
    const given = answers(responses, items);
    const entries = points.of(items).map(({ text }, index) => {
      const answer = given.get(index);
      const response = answer === undefined ? null : { stance: answer.stance, text: answer.text };
      return { index, text, response };
    });
    return { strongest_case: entries };
  },
};
