import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Home } from './in-process-home.ts';
import { type Fields, fixtureFolder, isFields } from './recordings.ts';

/** One line of the recording: a call, or a control (`@restart`, `@write`). */
interface ReviewRecord {
  readonly n?: number;
  readonly flow: string;
  readonly tool: string;
  readonly args: Fields;
  readonly isError?: boolean;
  readonly result?: Fields;
  readonly error?: {
    readonly class: string;
    readonly problems?: readonly { readonly item: number; readonly field?: string; readonly rule: string }[];
    readonly missing?: readonly string[];
  };
}

/** One recorded fact that did not come out as recorded. */
export interface ReviewDeviation {
  readonly n: number;
  readonly field: string;
  readonly recorded: unknown;
  readonly ours: unknown;
}

/** The recording, line by line. */
export function reviewRecords(): readonly ReviewRecord[] {
  const lines = readFileSync(join(fixtureFolder, 'review.jsonl'), 'utf8').split('\n').filter(Boolean);
  // The shape of the fixture's lines; a line that lacks its result fails the comparison.
  return lines.map((line) => JSON.parse(line) as ReviewRecord);
}

type Names = Map<string, string>;
type Report = (field: string, recorded: unknown, ours: unknown) => void;

/** Fields that are worded, in one text each or in a text for each field. */
const FORMATS = new Set(['item_format', 'category_meanings']);

function filled(value: unknown, names: Names): unknown {
  if (typeof value === 'string') return value.replace(/<rid:\d+>/g, (name) => names.get(name) ?? name);
  if (Array.isArray(value)) return value.map((each) => filled(each, names));
  if (!isFields(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, filled(each, names)]));
}

function compareText(recorded: string, ours: unknown, field: string, report: Report): void {
  const time = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+00:00$/;
  const free = recorded.includes('<message>') || recorded === '<dir>';
  const fits =
    recorded === '<time>' ? time.test(String(ours)) : free ? typeof ours === 'string' : recorded === ours;
  if (!fits) report(field, recorded, ours);
}

function compare(recorded: unknown, ours: unknown, field: string, report: Report): void {
  if (typeof recorded === 'string') compareText(recorded, ours, field, report);
  else if (Array.isArray(recorded)) {
    // How many rules a phase tells is a matter of wording.
    if (field.endsWith('rules')) return;
    if (!Array.isArray(ours) || ours.length !== recorded.length) report(field, recorded, ours);
    else for (const [at, each] of recorded.entries()) compare(each, ours[at], `${field}[${at}]`, report);
  } else if (isFields(recorded)) compareFields(recorded, ours, field, report);
  else if (recorded !== ours) report(field, recorded, ours);
}

function compareFields(recorded: Fields, ours: unknown, field: string, report: Report): void {
  if (!isFields(ours)) {
    report(field, recorded, ours);
    return;
  }
  const name = field.split('.').at(-1) ?? '';
  if (FORMATS.has(name)) {
    const [want, got] = [Object.keys(recorded), Object.keys(ours)];
    if (want.join() !== got.join()) report(field, want, got);
    return;
  }
  for (const [key, each] of Object.entries(recorded))
    compare(each, ours[key], field === '' ? key : `${field}.${key}`, report);
}

/** A refusal has to name every recorded problem by its item and field, and everything that is missing. */
function compareError(error: ReviewRecord['error'], text: string, report: Report): void {
  const lines = text.split('\n').filter((line) => line.startsWith('- '));
  const { problems, missing } = error ?? {};
  const want = problems?.map(({ item, field }) => `item ${item} ${field ?? 'index'}`);
  const got = lines.map((line) => {
    const [, item, field] = /^- item (\d+): "?(\w+)/.exec(line) ?? [];
    return `item ${item} ${field}`;
  });
  if (want !== undefined && want.join() !== got.join()) report('problems', want, got);
  if (missing !== undefined && missing.length !== lines.length) report('missing', missing, lines);
}

/** An operation beside the tools. */
function control({ tool, args }: ReviewRecord, home: Home): void {
  if (tool === '@restart') home.restart();
  if (tool !== '@write') return;
  mkdirSync(home.root, { recursive: true });
  writeFileSync(join(home.root, String(args.name)), String(args.text));
}

/** Makes the call and compares its answer; the id of a new review gets the name that the recording uses. */
async function replayCall(record: ReviewRecord, home: Home, names: Names, report: Report): Promise<void> {
  const { tool, args, result, error } = record;
  const { reply, isError, errorText = '' } = await home.result(tool, Object(filled(args, names)));
  const name = result?.review_id;
  if (typeof name === 'string' && typeof reply.review_id === 'string') names.set(name, reply.review_id);
  if (isError !== (record.isError === true)) report('isError', record.isError, errorText);
  else if (isError) compareError(error, errorText, report);
  else compare(filled(result, names), reply, '', report);
}

/** Plays the recording flow by flow, each on a data folder of its own. */
export async function replayReviews(records: readonly ReviewRecord[]) {
  const found: ReviewDeviation[] = [];
  let compared = 0;
  let flow = '';
  let home = new Home();
  let names: Names = new Map();
  for (const record of records) {
    if (flow !== record.flow) [flow, home, names] = [record.flow, new Home(), new Map()];
    const { n } = record;
    if (n === undefined) {
      control(record, home);
      continue;
    }
    compared += 1;
    await replayCall(record, home, names, (field, recorded, ours) =>
      found.push({ n, field, recorded, ours }),
    );
  }
  return { found, compared };
}
