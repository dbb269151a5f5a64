import { isTable } from '../../core/lenient/reading.ts';
import { cutText } from '../../core/text.ts';
import { note } from './wording.ts';

/** The longest reply, in characters of compact JSON; some room is left for what the server adds. */
const MOST = 7_600;

/** How a field is shortened: what replaces it, and how many things that leaves out. */
type Cut = (value: unknown) => { readonly value: unknown; readonly count: number } | null;

interface Trim {
  readonly key: string;
  readonly cut: Cut;
}

const list =
  (most: number): Cut =>
  (value) =>
    Array.isArray(value) && value.length > most
      ? { value: value.slice(0, most), count: value.length - most }
      : null;

const gone: Cut = (value) => (value === '' ? null : { value: '', count: 1 });

const within =
  (key: string, cut: Cut): Cut =>
  (value) => {
    if (!isTable(value) || !Object.hasOwn(value, key)) return null;
    const inner = cut(value[key]);
    return inner === null ? null : { value: { ...value, [key]: inner.value }, count: inner.count };
  };

const each =
  (cut: Cut): Cut =>
  (value) => {
    if (!Array.isArray(value)) return null;
    const cuts = value.map(cut);
    const count = cuts.reduce((sum, one) => sum + (one?.count ?? 0), 0);
    return count === 0 ? null : { value: value.map((one, at) => cuts[at]?.value ?? one), count };
  };

const text =
  (most: number): Cut =>
  (value) => {
    if (typeof value !== 'string') return null;
    const short = cutText(value, most);
    return short === value ? null : { value: short, count: 1 };
  };

const newest =
  (most: number): Cut =>
  (value) =>
    Array.isArray(value) && value.length > most
      ? { value: most === 0 ? [] : value.slice(-most), count: value.length - most }
      : null;

/** What is shortened first, last what is missed most. */
const TRIMS: readonly Trim[] = [
  { key: 'graph', cut: within('dot', gone) },
  { key: 'graph', cut: within('nodes', each(within('findings', text(160)))) },
  { key: 'graph', cut: within('nodes', newest(10)) },
  { key: 'graph', cut: within('edges', newest(10)) },
  { key: 'warnings', cut: list(12) },
  { key: 'pendingNonTerminal', cut: list(12) },
  { key: 'pending', cut: list(12) },
  { key: 'pendingExplore', cut: list(40) },
  { key: 'notes', cut: list(8) },
  { key: 'graph', cut: within('nodes', newest(3)) },
  { key: 'graph', cut: within('nodes', each(within('findings', gone))) },
  { key: 'graph', cut: within('nodes', newest(0)) },
  { key: 'graph', cut: within('edges', newest(0)) },
  { key: 'mermaid', cut: gone },
  { key: 'dot', cut: gone },
  { key: 'errors', cut: list(12) },
  { key: 'deadEndNodes', cut: each(within('findings', text(160))) },
  { key: 'deadEndNodes', cut: list(10) },
  { key: 'solutions', cut: each(within('findings', text(1_000))) },
  { key: 'referenceSources', cut: list(10) },
  { key: 'finalDot', cut: gone },
  { key: 'tasks', cut: each(within('expectedCommit', within('findingsTemplate', gone))) },
  { key: 'tasks', cut: each(within('prompt', gone)) },
  { key: 'tasks', cut: each(within('plannedAction', text(300))) },
  { key: 'tasks', cut: each(within('title', text(160))) },
  { key: 'examples', cut: list(3) },
  { key: 'tasks', cut: list(4) },
  { key: 'proposePayload', cut: within('nodes', list(4)) },
  { key: 'approvedNodes', cut: list(100) },
  { key: 'query', cut: text(400) },
  { key: 'references', cut: list(40) },
  { key: 'warnings', cut: list(4) },
  { key: 'solutions', cut: each(within('findings', text(200))) },
  { key: 'solutions', cut: each(within('title', text(160))) },
  { key: 'deadEndNodes', cut: each(within('title', text(160))) },
  { key: 'solutions', cut: list(12) },
  { key: 'references', cut: list(10) },
  { key: 'referenceSources', cut: list(0) },
];

type Fields = Readonly<Record<string, unknown>>;

/** Applies one trim wherever its field stands, also in the inner results of a step; the same object when nowhere. */
function trimmed(fields: Fields, trim: Trim, count: { sum: number }): Fields {
  const changed: Record<string, unknown> = {};
  for (const [name, member] of Object.entries(fields)) {
    const short = name === trim.key ? trim.cut(member) : null;
    count.sum += short?.count ?? 0;
    if (short !== null) changed[name] = short.value;
    else if (name !== trim.key && isTable(member)) {
      const inner = trimmed(member, trim, count);
      if (inner !== member) changed[name] = inner;
    }
  }
  return Object.keys(changed).length === 0 ? fields : { ...fields, ...changed };
}

/** The length of a value as JSON; of one that is longer than `most` only that it is. */
function sizeOf(value: unknown, most: number): number {
  if (!Array.isArray(value))
    return isTable(value) ? sumOf(value, most) : (JSON.stringify(value) ?? '').length;
  let sum = 2;
  for (const each of value) {
    sum += sizeOf(each, most) + 1;
    if (sum > most) break;
  }
  return sum;
}

/** The same for the members of an object, each with its name. */
function sumOf(fields: Fields, most: number): number {
  let sum = 2;
  for (const [name, value] of Object.entries(fields)) {
    if (value === undefined) continue;
    sum += name.length + 4 + sizeOf(value, most);
    if (sum > most) break;
  }
  return sum;
}

/** The result, shortened field by field until it fits; `notes` then counts what was left out. */
export function fitted(result: object, most = MOST): object {
  let fields: Fields = { ...result };
  if (sumOf(fields, most) <= most) return result;
  const left = new Map<string, number>();
  for (const trim of TRIMS) {
    const count = { sum: 0 };
    fields = trimmed(fields, trim, count);
    if (count.sum === 0) continue;
    left.set(trim.key, (left.get(trim.key) ?? 0) + count.sum);
    if (sumOf(fields, most) <= most) break;
  }
  const what = [...left].map(([key, count]) => `${key} (${count})`).join(', ');
  return { ...fields, notes: [...(Array.isArray(fields.notes) ? fields.notes : []), note.leftOut(what)] };
}
