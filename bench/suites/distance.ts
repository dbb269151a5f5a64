import { distance as levenshtein } from 'fastest-levenshtein';
import { normalisedDistance } from '../../src/core/edit-distance.ts';
import { type Figure, interleave, type Suite, timed, timeOf } from '../figures.ts';
import { rewritten, sampleText } from '../sample-text.ts';

interface Case {
  readonly length: number;
  readonly rounds: number;
  /** Repetitions of the cheap floor within one measurement, so that it is above the clock's grain. */
  readonly repeats: number;
}

const CASES: readonly Case[] = [
  { length: 1_000, rounds: 101, repeats: 100 },
  { length: 10_000, rounds: 51, repeats: 10 },
  { length: 100_000, rounds: 21, repeats: 1 },
];
const WARM_UP = 5;
/** The whole character table of two long texts takes seconds. */
const WHOLE_TABLE = { length: 100_000, rounds: 3, target: 0.02 };

function roundTrip(texts: readonly string[], repeats: number): void {
  for (let run = 0; run < repeats; run += 1) JSON.parse(JSON.stringify(texts));
}

async function againstJson(name: string, texts: readonly [string, string], each: Case): Promise<Figure> {
  const pairs = await interleave(
    each.rounds + WARM_UP,
    () => timeOf(() => normalisedDistance(...texts)),
    async () => (await timeOf(() => roundTrip(texts, each.repeats))) / each.repeats,
  );
  return timed(`${name}, ${each.length.toLocaleString('en')} characters ÷ JSON`, pairs.slice(WARM_UP));
}

async function againstWholeTable(kind: string, texts: readonly [string, string]): Promise<Figure> {
  const pairs = await interleave(
    WHOLE_TABLE.rounds,
    () => timeOf(() => normalisedDistance(...texts)),
    () => timeOf(() => levenshtein(...texts)),
  );
  const name = `${kind}, ${WHOLE_TABLE.length.toLocaleString('en')} characters ÷ fastest-levenshtein`;
  return timed(name, pairs, WHOLE_TABLE.target);
}

/** How long it takes to tell how much a rewrite changed. */
export const distance: Suite = async () => {
  const rewrite = (length: number): [string, string] => {
    const text = sampleText(1, length);
    return [text, rewritten(text, 2)];
  };
  const figures: Figure[] = [];
  for (const each of CASES) {
    figures.push(await againstJson('rewrite', rewrite(each.length), each));
    figures.push(await againstJson('unlike', [sampleText(1, each.length), sampleText(9, each.length)], each));
  }
  const { length } = WHOLE_TABLE;
  figures.push(await againstWholeTable('rewrite', rewrite(length)));
  figures.push(await againstWholeTable('unlike', [sampleText(1, length), sampleText(9, length)]));
  return {
    title: 'distance',
    method: `\`normalisedDistance\` of two texts ÷ JSON.stringify + JSON.parse of the two, and ÷ the same distance by characters over the whole texts. "rewrite": about one word in ten replaced; "unlike": two texts of the same words in another order. ${WARM_UP} warm-up pairs each.`,
    figures,
    notes: [
      'Texts that are not close and have more than about 12,000 words are compared piece by piece, which is an upper bound.',
    ],
  };
};
