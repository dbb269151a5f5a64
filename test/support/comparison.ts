import { type Fields, isFields } from './recordings.ts';

/** One recorded fact that did not come out as recorded. */
export interface Deviation {
  readonly case: string;
  readonly step: number;
  readonly tool: string;
  /** Dotted path below the reply, list places in brackets; `outcome`, `mentions`, `reached` and `tool` are about the call as a whole. */
  readonly field: string;
  readonly recorded: unknown;
  readonly ours: unknown;
}

/** What stands in the report for a field that a reply does not have. */
export const ABSENT = '<absent>';
const TOLERANCE = 1e-9;
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|\+00:00)$/;

/** The placeholders of one case and what they stand for in this replay. */
export class Placeholders {
  readonly #values: Map<string, string>;

  constructor(places: Readonly<Record<string, string>>) {
    this.#values = new Map(Object.entries(places));
  }

  /** The text with every known placeholder filled in. */
  expand(text: string): string {
    return text.replace(/<\w+>/g, (name) => this.#values.get(name) ?? name);
  }

  /** Any value with every text in it expanded. */
  fill(value: unknown): unknown {
    if (typeof value === 'string') return this.expand(value);
    if (Array.isArray(value)) return value.map((each) => this.fill(each));
    if (!isFields(value)) return value;
    return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, this.fill(each)]));
  }

  /** Lets an id that appears for the first time stand for what the reply has there. */
  bind(recorded: unknown, ours: unknown): void {
    if (typeof recorded !== 'string' || !/^<id\d+>$/.test(recorded) || this.#values.has(recorded)) return;
    if (typeof ours === 'string' && ours !== '') this.#values.set(recorded, ours);
  }

  /** Whether an id in the value was never bound, so that the call cannot be made. */
  hasUnbound(value: unknown): boolean {
    return /<id\d+>/.test(JSON.stringify(this.fill(value)) ?? '');
  }

  /** A value of ours as a report shows it, alike in every run. */
  restore(value: unknown): unknown {
    if (typeof value !== 'string') return value;
    const long = [...this.#values].filter(([, each]) => each.length >= 8);
    return long.reduce((text, [name, each]) => text.replaceAll(each, name), value);
  }
}

/** What a comparison needs: the placeholders, and where each difference goes with its path and both values. */
export interface Comparison {
  readonly places: Placeholders;
  readonly report: (field: string, recorded: unknown, ours: unknown) => void;
}

/** Compares a recorded value with ours; fields that only ours has do not count, lengths of lists do. */
export function compare(recorded: unknown, ours: unknown, by: Comparison, path = ''): void {
  if (Array.isArray(recorded) && Array.isArray(ours)) compareLists(recorded, ours, by, path);
  else if (isFields(recorded) && isFields(ours)) compareFields(recorded, ours, by, path);
  else {
    by.places.bind(recorded, ours);
    if (!isSame(recorded, ours, by.places)) by.report(path, recorded, by.places.restore(ours));
  }
}

function compareLists(
  recorded: readonly unknown[],
  ours: readonly unknown[],
  by: Comparison,
  path: string,
): void {
  if (recorded.length !== ours.length) by.report(`${path}.length`, recorded.length, ours.length);
  else for (const [at, each] of recorded.entries()) compare(each, ours[at], by, `${path}[${at}]`);
}

function compareFields(recorded: Fields, ours: Fields, by: Comparison, path: string): void {
  for (const [name, each] of Object.entries(recorded)) {
    const mine = Object.hasOwn(ours, name) ? ours[name] : ABSENT;
    compare(each, mine, by, path === '' ? name : `${path}.${name}`);
  }
}

function isSame(recorded: unknown, ours: unknown, places: Placeholders): boolean {
  if (recorded === '<message>') return typeof ours === 'string' && ours !== ABSENT && ours.trim() !== '';
  if (recorded === '<ts>') return typeof ours === 'string' && TIME.test(ours);
  if (typeof recorded === 'string') return places.expand(recorded) === ours;
  return isEqual(recorded, ours);
}

/** Deep equality in which numbers may differ by 1e-9. */
export function isEqual(a: unknown, b: unknown): boolean {
  if (typeof a === 'number' && typeof b === 'number') return Math.abs(a - b) <= TOLERANCE;
  if (Array.isArray(a) && Array.isArray(b))
    return a.length === b.length && a.every((each, at) => isEqual(each, b[at]));
  if (!isFields(a) || !isFields(b)) return a === b;
  const keys = Object.keys(a);
  return (
    keys.length === Object.keys(b).length &&
    keys.every((key) => Object.hasOwn(b, key) && isEqual(a[key], b[key]))
  );
}

/** The texts of ours that stand where the recording has a worded field. */
export function worded(recorded: unknown, ours: unknown): string {
  if (recorded === '<message>') return String(ours);
  if (Array.isArray(recorded) && Array.isArray(ours))
    return recorded.map((each, at) => worded(each, ours[at])).join('\n');
  if (!isFields(recorded) || !isFields(ours)) return '';
  return Object.entries(recorded)
    .map(([key, each]) => worded(each, ours[key]))
    .join('\n');
}
