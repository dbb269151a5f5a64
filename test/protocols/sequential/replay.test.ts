import { describe, expect, it } from 'vitest';
import { isChainTool } from '../../../src/protocols/sequential/state.ts';
import {
  answersTo,
  type ChainAnswer,
  type ChainRecord,
  readChainDifferences,
  readChainRecords,
  recordedAnswer,
} from '../../support/chain-recordings.ts';
import { isEqual } from '../../support/comparison.ts';
import { LENIENT, STRICT } from '../../support/notebook.ts';
import { isFields } from '../../support/recordings.ts';

const files = ['sequential.jsonl', 'darbot.jsonl'];
const readings = { lenient: LENIENT, strict: STRICT };

const listed = readChainDifferences().flatMap(({ id, applies_to }) =>
  applies_to.map((each) => ({ ...each, id })),
);

/** Whether the answer holds every fact that the record says a true server answers. */
function asWanted(record: ChainRecord, id: string, answer: ChainAnswer): boolean {
  const want = record.seed.find((each) => each.id === id)?.want ?? {};
  return Object.entries(want).every(([name, wanted]) => {
    if (name === 'isError') return answer.isError === wanted;
    if (name === 'result') return isEqual(wanted, answer.result);
    if (name === 'fields') return answer.fields === undefined || isEqual(wanted, answer.fields);
    return name === 'recorded' || isEqual(wanted, answer.result?.[name]);
  });
}

describe.each(Object.entries(readings))(
  'the recordings of both notebooks, types read %s',
  (reading, rules) => {
    it.each(files)('come out as recorded or as a listed difference: %s', (file) => {
      const answers = answersTo(readChainRecords(file), rules);
      expect(answers.length).toBeGreaterThan(20);
      const unexplained = answers.filter(({ record, answer }) => {
        const ids = listed.filter(
          (each) => each.file === file && each.n === record.n && (each.only ?? reading) === reading,
        );
        const same = isEqual(recordedAnswer(record), answer);
        return ids.length === 0 ? !same : same || !ids.every(({ id }) => asWanted(record, id, answer));
      });
      expect(unexplained).toEqual([]);
    });

    it.each(files)('keep the order of the fields: %s', (file) => {
      for (const { record, answer } of answersTo(readChainRecords(file), rules)) {
        if (!record.isError && !answer.isError && isFields(record.result))
          expect(Object.keys(answer.result ?? {})).toEqual(Object.keys(record.result));
      }
    });
  },
);

describe('the listed differences', () => {
  it('all belong to a recorded call', () => {
    const known = new Set(files.flatMap((file) => readChainRecords(file).map(({ n }) => `${file} ${n}`)));
    expect(listed.filter((each) => !known.has(`${each.file} ${each.n}`))).toEqual([]);
  });

  it('leave out only calls of tools that do not exist', () => {
    const others = files.flatMap(readChainRecords).filter(({ tool }) => !isChainTool(tool));
    expect(others.map(({ flow, isError }) => ({ flow, isError }))).toEqual(
      others.map(() => ({ flow: 'unknown-tool', isError: true })),
    );
  });
});
