import { isUtf8 } from 'node:buffer';
import type { SessionDocument } from '../core/session.ts';

/** For a list: where it changes, how many items go, and the items that come in their place. */
type Splice = readonly [start: number, removed: number, ...items: unknown[]];

/** One change of a session: the fields that it sets, and what it does to lists. */
interface SessionChange {
  /** The revision that the session has after the change. */
  readonly revision: number;
  readonly set: Readonly<Record<string, unknown>>;
  readonly splice: Readonly<Record<string, Splice>>;
}

const presentKeys = (document: SessionDocument) =>
  Object.keys(document).filter((key) => document[key] !== undefined);

/** For what is not one and the same, as what two states of a session share is not after a fresh parse. */
const sameText = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);
const same = (one: unknown, other: unknown) => one === other || sameText(one, other);

/** Null when the lists hold the same. */
function spliceBetween(one: readonly unknown[], other: readonly unknown[]): Splice | null {
  const shorter = Math.min(one.length, other.length);
  let start = 0;
  // Written out, because it runs over every item of a long list at every change.
  while (start < shorter && (one[start] === other[start] || sameText(one[start], other[start]))) start += 1;
  let end = 0;
  while (end < shorter - start && same(one.at(-1 - end), other.at(-1 - end))) end += 1;
  const removed = one.length - start - end;
  const items = other.slice(start, other.length - end);
  return removed === 0 && items.length === 0 ? null : [start, removed, ...items];
}

/**
 * What leads from one state of a session to the next. Null when no change says it: a field that is gone, or
 * another order of the fields, which a file keeps.
 */
export function changeBetween(before: SessionDocument, after: SessionDocument): SessionChange | null {
  const old = presentKeys(before);
  const oldKeys = new Set(old);
  const now = presentKeys(after);
  const order = [...old, ...now.filter((key) => !oldKeys.has(key))];
  if (order.length !== now.length || order.some((key, at) => key !== now[at])) return null;
  const set: [string, unknown][] = [];
  const splice: [string, Splice][] = [];
  for (const key of now) {
    if (key === 'revision') continue;
    const [one, other] = [before[key], after[key]];
    if (oldKeys.has(key) && Array.isArray(one) && Array.isArray(other)) {
      const found = spliceBetween(one, other);
      if (found !== null) splice.push([key, found]);
    } else if (!oldKeys.has(key) || !same(one, other)) set.push([key, other]);
  }
  return { revision: after.revision, set: Object.fromEntries(set), splice: Object.fromEntries(splice) };
}

/** The line of a tail that says the change. */
export const encodeChange = (change: SessionChange) => Buffer.from(`${JSON.stringify(change)}\n`);

const isTable = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isCount = (value: unknown): value is number => Number.isInteger(value) && Number(value) >= 0;
const isSplice = (value: unknown): value is Splice =>
  Array.isArray(value) && isCount(value[0]) && isCount(value[1]);

function isChange(value: unknown): value is SessionChange {
  if (!isTable(value) || !isCount(value.revision) || !isTable(value.set) || !isTable(value.splice))
    return false;
  return Object.values(value.splice).every(isSplice);
}

function parseChange(line: Uint8Array): SessionChange | null {
  if (!isUtf8(line)) return null;
  try {
    const value: unknown = JSON.parse(Buffer.from(line).toString('utf8'));
    return isChange(value) ? value : null;
  } catch {
    return null;
  }
}

/** Changes `fields` and its lists in place; false when the change cannot be meant for them. */
function apply(fields: Map<string, unknown>, change: SessionChange): boolean {
  for (const [key, [start, removed, ...items]] of Object.entries(change.splice)) {
    const list = fields.get(key);
    if (!Array.isArray(list) || start + removed > list.length) return false;
    // A few items at a time, because a call takes only so many arguments.
    list.splice(start, removed);
    for (let at = 0; at < items.length; at += 1000) list.splice(start + at, 0, ...items.slice(at, at + 1000));
  }
  for (const [key, value] of Object.entries(change.set)) fields.set(key, value);
  fields.set('revision', change.revision);
  return true;
}

/** A session after the changes of its tail. */
interface Replayed {
  readonly document: Readonly<Record<string, unknown>>;
  /** How many bytes of the tail are whole lines; what follows was never acknowledged. */
  readonly length: number;
}

const LF = 10;

/** What a power loss leaves of a line under way: its end is missing, or blocks that were never written are zero. */
function isTorn(line: Uint8Array, isLast: boolean): boolean {
  return isLast && line.includes(0);
}

/**
 * Applies the lines of a tail to a session that nobody else holds. Lines that the session already contains are
 * skipped. The number of the first line that is damaged or does not fit is thrown as `DamagedLine`.
 */
export function replay(session: SessionDocument, tail: Uint8Array): Replayed {
  const fields = new Map<string, unknown>(Object.entries(session));
  let { revision } = session;
  let at = 0;
  for (let row = 1; ; row += 1) {
    const end = tail.indexOf(LF, at);
    if (end < 0) break;
    const line = tail.subarray(at, end);
    if (isTorn(line, end + 1 === tail.length)) break;
    const change = parseChange(line);
    if (change === null || change.revision > revision + 1) throw new DamagedLine(row);
    if (change.revision > revision) {
      if (!apply(fields, change)) throw new DamagedLine(row);
      revision = change.revision;
    }
    at = end + 1;
  }
  return { document: Object.fromEntries(fields), length: at };
}

/** A line of a tail that is no change of its session. */
export class DamagedLine extends Error {
  constructor(row: number) {
    super(`is damaged in line ${row}`);
  }
}
