import { describe, expect, it } from 'vitest';
import { isChainTool } from '../../../src/protocols/sequential/state.ts';
import {
  answersTo,
  isAsListed,
  listedChainDifferences,
  readChainRecords,
} from '../../support/chain-recordings.ts';
import { LENIENT, STRICT } from '../../support/notebook.ts';
import { isFields } from '../../support/recordings.ts';

const files = ['sequential.jsonl', 'darbot.jsonl'];
const readings = { lenient: LENIENT, strict: STRICT };

const listed = listedChainDifferences();

describe.each(Object.entries(readings))('the recordings of both notebooks, types read %s', (_, rules) => {
  it.each(files)('come out as recorded or as a listed difference: %s', (file) => {
    const answers = answersTo(readChainRecords(file), rules);
    expect(answers.length).toBeGreaterThan(20);
    const unexplained = answers.filter(({ record, answer }) => !isAsListed(file, record, answer));
    expect(unexplained).toEqual([]);
  });

  it.each(files)('keep the order of the fields: %s', (file) => {
    for (const { record, answer } of answersTo(readChainRecords(file), rules)) {
      if (!record.isError && !answer.isError && isFields(record.result))
        expect(Object.keys(answer.result ?? {})).toEqual(Object.keys(record.result));
    }
  });
});

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
