import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { InputRules } from '../../src/protocols/sequential/input.ts';
import { isChainTool } from '../../src/protocols/sequential/state.ts';
import { refusalText, sayRefusal } from '../../src/protocols/sequential/wording.ts';
import { isEqual } from './comparison.ts';
import { Notebook } from './notebook.ts';
import { type Fields, fixtureFolder } from './recordings.ts';

/** What was answered: of a refusal that is no JSON only the named fields count. */
export interface ChainAnswer {
  readonly isError: boolean;
  readonly result?: Fields;
  readonly fields?: readonly string[];
}

/** One recorded call of a notebook, and what a true server answers differently. */
export interface ChainRecord {
  readonly n: number;
  readonly flow: string;
  readonly tool: string;
  readonly args: Fields;
  readonly isError: boolean;
  readonly result?: Fields;
  readonly error?: { readonly fields: readonly string[] };
  readonly seed: readonly { readonly id: string; readonly want?: Fields }[];
}

/** Where the answer deliberately differs. */
export interface ChainDifference {
  readonly id: string;
  readonly rule: string;
  readonly applies_to: readonly { readonly file: string; readonly n: number }[];
}

export function readChainRecords(file: string): readonly ChainRecord[] {
  const lines = readFileSync(join(fixtureFolder, file), 'utf8').split('\n').filter(Boolean);
  // The shape of the fixture's lines; one that lacks a field fails the comparison.
  return lines.map((line) => JSON.parse(line) as ChainRecord);
}

export function readChainDifferences(): readonly ChainDifference[] {
  // The shape is this file's own; a wrong one leaves differences unexplained.
  return JSON.parse(readFileSync(join(fixtureFolder, 'chain-differences.json'), 'utf8')) as ChainDifference[];
}

/** The recorded answer in the form in which answers are compared. */
function recordedAnswer({ isError, result, error }: ChainRecord): ChainAnswer {
  if (error !== undefined) return { isError, fields: error.fields };
  return result === undefined ? { isError } : { isError, result };
}

/** The answers to the records of one tool's calls, each flow with a notebook of its own; calls of other names are left out. */
export function answersTo(
  records: readonly ChainRecord[],
  rules: InputRules,
): readonly { readonly record: ChainRecord; readonly answer: ChainAnswer }[] {
  const notebooks = new Map<string, Notebook>();
  return records.flatMap((record) => {
    if (!isChainTool(record.tool)) return [];
    const notebook = notebooks.get(record.flow) ?? new Notebook(record.tool, rules);
    notebooks.set(record.flow, notebook);
    return [{ record, answer: answerOf(notebook, record.args) }];
  });
}

function answerOf(notebook: Notebook, args: Fields): ChainAnswer {
  const answer = notebook.call(args);
  if (answer.kind === 'recorded') return { isError: false, result: { ...answer.recorded.response } };
  const text = refusalText(notebook.tool, sayRefusal(notebook.tool, answer.refusal));
  return answerFrom(notebook.tool, { isError: true, reply: {}, text });
}

/** What a server answered, in the form in which answers are compared. */
export function answerFrom(
  tool: string,
  result: { isError: boolean; reply: Fields; text: string },
): ChainAnswer {
  if (!result.isError) return { isError: false, result: result.reply };
  if (tool === 'sequentialthinking') return { isError: true, fields: fieldsIn(result.text) };
  const { error, ...rest } = JSON.parse(result.text);
  return { isError: true, result: { error: wordless(error), ...rest } };
}

/** The fields that a text speaks about, each as `name: `. */
export function fieldsIn(text: string): readonly string[] {
  return [...text.matchAll(/(?:^|[,:] )([A-Za-z]+): must/g)].map((match) => match[1] ?? '');
}

/** A refusal of darbot as the recordings keep it: its beginning and the fields named in it. */
function wordless(error: string): string {
  const names = [...error.replace(/^Validation error: /, '').matchAll(/(?:^|, )([A-Za-z]+): /g)];
  const fields = names.length === 0 ? '' : ` fields=${names.map((match) => match[1]).join(',')}`;
  return `${error.startsWith('Validation error: ') ? '"Validation error:" ' : ''}<message>${fields}`;
}

/** Each place of a deliberate difference with its id. */
export function listedChainDifferences() {
  return readChainDifferences().flatMap(({ id, applies_to }) => applies_to.map((each) => ({ ...each, id })));
}

const listed = listedChainDifferences();

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

/** Whether the answer came out as recorded or, where a difference is listed, as that says. */
export function isAsListed(file: string, record: ChainRecord, answer: ChainAnswer): boolean {
  const ids = listed.filter((each) => each.file === file && each.n === record.n);
  const same = isEqual(recordedAnswer(record), answer);
  return ids.length === 0 ? same : !same && ids.every(({ id }) => asWanted(record, id, answer));
}
