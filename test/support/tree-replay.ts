import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CallResult } from './client.ts';
import { type Fields, fixtureFolder, isFields } from './recordings.ts';
import { type Answered, problems, TreeBench, tags, texts } from './tree-bench.ts';

/** One line of the recording: a call, or an operation beside the tools (`@clock`). */
interface TreeRecord {
  readonly n?: number;
  readonly flow: string;
  readonly tool: string;
  readonly args: Fields;
  readonly isError?: boolean;
  readonly result?: Fields;
  readonly error?: { readonly class: string; readonly fields?: readonly string[] };
  /** Known differences; `want` holds the facts of a server that follows the seed text. */
  readonly seed?: readonly { readonly id: string; readonly want?: Fields }[];
}

/** A recorded demand of the seed text and what came out instead. */
export interface MissedWant {
  readonly n: number;
  readonly id: string;
  readonly fact: string;
  readonly want: unknown;
  readonly ours: unknown;
}

/** One recorded fact that did not come out as recorded. */
export interface TreeDeviation {
  readonly n: number;
  readonly flow: string;
  readonly tool: string;
  readonly field: string;
  readonly recorded: unknown;
  readonly ours: unknown;
}

/** A deliberate difference: an id of the list of known ones, and the records and fields where it shows. */
export interface TreeDifference {
  readonly id: string;
  readonly why: string;
  readonly at: readonly { readonly n: readonly number[]; readonly field: RegExp }[];
}

/** The recording, line by line. */
export function treeRecords(): readonly TreeRecord[] {
  const lines = readFileSync(join(fixtureFolder, 'tree.jsonl'), 'utf8').split('\n').filter(Boolean);
  // The shape of the fixture's lines; a line that lacks its result fails the comparison.
  return lines.map((line) => JSON.parse(line) as TreeRecord);
}

/** Fields whose text or place is ours alone. */
const FREE = new Set([
  'instructions',
  'prompt',
  'findingsTemplate',
  'subagentPolicy',
  'graphPath',
  'dotPath',
]);

function filled(value: unknown, id: string): unknown {
  if (typeof value === 'string') return value.replaceAll('<sid:1>', id);
  if (Array.isArray(value)) return value.map((each) => filled(each, id));
  if (!isFields(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, filled(each, id)]));
}

/** What a DOT text draws: nodes with their colours, and edges. */
function drawn(dot: string) {
  return {
    nodes: [...dot.matchAll(/^\s*(R\w+) \[fillcolor=(\w+), label=/gm)].map(([, id, fillcolor]) => ({
      id,
      fillcolor,
    })),
    edges: [...dot.matchAll(/^\s*(\S+ -> \S+);$/gm)].map(([, edge]) => edge),
  };
}

type Report = (field: string, recorded: unknown, ours: unknown) => void;

function compareText(recorded: string, ours: unknown, field: string, report: Report): void {
  if (!fitsText(recorded, ours)) report(field, recorded, ours);
}

/** Wording is free; the tag of a warning and its node are not. */
function fitsText(recorded: string, ours: unknown): boolean {
  if (/^<(title|action):/.test(recorded) || recorded.startsWith('<sid:'))
    return typeof ours === 'string' && ours !== '';
  if (!recorded.includes('<message>')) return recorded === ours;
  const tag = /^\[\w+:\w+\]/.exec(recorded)?.[0] ?? '';
  const node = tag === '' ? '' : (/ids=(R\d+\.\w+)/.exec(recorded)?.[1] ?? '');
  return typeof ours === 'string' && ours.startsWith(tag) && ours.includes(node);
}

function compareList(recorded: readonly unknown[], ours: unknown, field: string, report: Report): void {
  if (!Array.isArray(ours) || ours.length !== recorded.length) {
    report(field, recorded, ours);
    return;
  }
  recorded.forEach((each, at) => {
    compare(each, ours[at], `${field}[${at}]`, report);
  });
}

function compareDrawing(recorded: Fields, ours: unknown, field: string, report: Report): void {
  const { nodes, edges } = drawn(String(ours));
  const listed: readonly Fields[] = Array.isArray(recorded.nodes) ? recorded.nodes : [];
  const wanted = listed.map(({ id, fillcolor }) => ({ id, fillcolor }));
  compare(wanted, nodes, `${field}.nodes`, report);
  compare(recorded.edges, edges, `${field}.edges`, report);
}

function compareFields(recorded: Fields, ours: unknown, field: string, report: Report): void {
  if (isFields(recorded.$dot)) compareDrawing(recorded.$dot, ours, field, report);
  else if (!isFields(ours)) report(field, recorded, ours);
  else {
    for (const [key, each] of Object.entries(recorded)) {
      if (!FREE.has(key)) compare(each, ours[key], field === '' ? key : `${field}.${key}`, report);
    }
  }
}

function compare(recorded: unknown, ours: unknown, field: string, report: Report): void {
  if (typeof recorded === 'string') compareText(recorded, ours, field, report);
  else if (Array.isArray(recorded)) compareList(recorded, ours, field, report);
  else if (isFields(recorded)) compareFields(recorded, ours, field, report);
  else if (recorded !== ours) report(field, recorded, ours);
}

/** The demanded facts that a result or the stored session does not show. */
function missedFacts(bench: TreeBench, session: string, result: Fields, want: Fields) {
  const shown: Fields = {
    ...result,
    refuse: result.status === 'REJECTED',
    errors: problems(result),
    'warnings+': tags(result),
    states: Object.fromEntries(bench.read(session).nodes.map(({ id, state }) => [id, state])),
  };
  return Object.entries(want)
    .filter(([fact, wanted]) => !holds(fact, wanted, shown[fact]))
    .map(([fact, wanted]) => ({ fact, want: wanted, ours: shown[fact] }));
}

function holds(fact: string, wanted: unknown, ours: unknown): boolean {
  if (fact === 'warnings+') return texts(wanted).every((text) => texts(ours).includes(wantedTag(text)));
  if (Array.isArray(wanted)) return JSON.stringify(wanted) === JSON.stringify(ours);
  if (!isFields(wanted)) return wanted === ours;
  return isFields(ours) && Object.entries(wanted).every(([key, each]) => ours[key] === each);
}

const wantedTag = (text: string) => text.replace(/^\[\w+:(\w+)\] <message> ids=(\S+)$/, '$1 $2');

/** The recording knows no bound of replies. */
const UNBOUNDED = Number.POSITIVE_INFINITY;

/** One flow of the recording at work: a fresh set of sessions and its first session. */
interface Flow {
  readonly name: string;
  readonly bench: TreeBench;
  id: string;
}

/** Compares one answer with what was recorded of it. */
function compareAnswer(record: TreeRecord, answered: Answered, flow: Pick<Flow, 'id'>, report: Report): void {
  if (answered.isError) {
    if (record.isError === true) compare(record.error?.fields ?? [], answered.paths, 'fields', report);
    else report('isError', record.result, answered.text);
  } else if (record.isError === true) report('isError', record.error?.class, answered.result.status);
  else compare(filled(record.result, flow.id), answered.result, '', report);
}

function missedWants(record: TreeRecord, n: number, answered: Answered, flow: Flow): MissedWant[] {
  if (answered.isError) return [];
  return wantsOf(record).flatMap(({ id, want }) =>
    missedFacts(flow.bench, flow.id, answered.result, want).map((fact) => ({ n, id, ...fact })),
  );
}

function wantsOf({ seed = [] }: TreeRecord) {
  return seed.flatMap(({ id, want }) => (want === undefined ? [] : [{ id, want }]));
}

/** Replays the recording flow by flow; `skipped` names the records that are not calls of a verb. */
export function replayTree(records: readonly TreeRecord[], skipped: ReadonlyMap<number, string>) {
  const found: TreeDeviation[] = [];
  const missed: MissedWant[] = [];
  let compared = 0;
  let flow: Flow = { name: '', bench: new TreeBench(UNBOUNDED), id: '' };
  for (const record of records) {
    const { n, tool } = record;
    if (flow.name !== record.flow) flow = { name: record.flow, bench: new TreeBench(UNBOUNDED), id: '' };
    if (tool === '@clock') flow.bench.advance(Number(record.args.advance_ms));
    if (n === undefined || skipped.has(n)) continue;
    compared += 1;
    const args = filled(record.args, flow.id);
    const answered = flow.bench.call(tool, isFields(args) ? args : {});
    if (tool === 'tot_start' && flow.id === '' && !answered.isError)
      flow.id = String(answered.result.sessionId);
    compareAnswer(record, answered, flow, (field, recorded, ours) => {
      found.push({ n, flow: record.flow, tool, field, recorded, ours });
    });
    missed.push(...missedWants(record, n, answered, flow));
  }
  return { found, compared, missed, wants: records.flatMap(wantsOf).length };
}

/** A running server on which the recording is played; `advance` moves its clock. */
export interface TreeServer {
  readonly call: (tool: string, args: Fields) => Promise<Omit<CallResult, 'tool' | 'meta'>>;
  readonly advance: (ms: number) => void;
}

/** The answer of a server; of a refusal the recorded paths that its text names. */
function answeredBy(
  { isError, reply, content }: Awaited<ReturnType<TreeServer['call']>>,
  record: TreeRecord,
) {
  if (!isError) return { isError, result: reply };
  const text = content[0]?.text ?? '';
  return { isError, text, paths: (record.error?.fields ?? []).filter((path) => text.includes(path)) };
}

/** Whether the server has shortened its reply, which the recording knows nothing of. */
const isShortened = ({ notes }: Fields) => texts(notes).some((each) => each.startsWith('Left out'));

/** Plays the recording on a server; how many replies were compared, and how many were shortened and so were not. */
export async function replayTreeOn(
  server: TreeServer,
  records: readonly TreeRecord[],
  skipped: ReadonlyMap<number, string>,
) {
  const found: TreeDeviation[] = [];
  const count = { compared: 0, shortened: 0 };
  const first = new Map<string, string>();
  const play = async (record: TreeRecord, n: number) => {
    const { tool } = record;
    const args = filled(record.args, first.get(record.flow) ?? '');
    const result = await server.call(tool, isFields(args) ? args : {});
    if (tool === 'tot_start' && !first.has(record.flow))
      first.set(record.flow, String(result.reply.sessionId));
    const isShort = isShortened(result.reply);
    count[isShort ? 'shortened' : 'compared'] += 1;
    const flow = { id: first.get(record.flow) ?? '' };
    if (isShort) return;
    compareAnswer(record, answeredBy(result, record), flow, (field, recorded, ours) => {
      found.push({ n, flow: record.flow, tool, field, recorded, ours });
    });
  };
  for (const record of records) {
    if (record.tool === '@clock') server.advance(Number(record.args.advance_ms));
    if (record.n !== undefined && !skipped.has(record.n)) await play(record, record.n);
  }
  return { found, ...count };
}

/** Whether the listed difference accounts for the deviation. */
export function accountsFor(at: TreeDifference['at'][number], { n, field }: TreeDeviation): boolean {
  return at.n.includes(n) && at.field.test(field);
}
