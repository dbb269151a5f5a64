import type { FieldSchema } from '../src/kit/field.ts';
import type { Chance } from '../test/support/seeded-random.ts';

type Options<T> = readonly [T, ...T[]];

/** Texts that have broken programs; none of them is a word by which a leak is told. */
const TEXTS: Options<string> = [
  '',
  ' \n\t ',
  '\u0000',
  'a\u0000b',
  '\ud800',
  'x\udfff',
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  '../../../etc/passwd',
  '..\\..\\x',
  '/etc/passwd',
  'file:///etc/passwd',
  'deep-think://session/../x',
  'con',
  'NUL.',
  '%s%n%x',
  '$HOME/x',
  '$(id)',
  '{"a":',
  '[[[[',
  '{"__proto__": {"polluted": true}}',
  '{"constructor": {"prototype": {"polluted": true}}}',
  'null',
  '1e999',
  '-0',
  '0,5',
  '٣',
  'e\u0301'.repeat(60),
  '👩‍👩‍👧'.repeat(20),
  '\u202eabc',
  '\u001b[31mred',
  '\u2028',
  '<script>alert(1)</script>',
  '```',
  '"; DROP TABLE sessions; --',
  'R1.A',
  'x'.repeat(65),
  'word '.repeat(400),
];
const NUMBERS: Options<number> = [
  0,
  -0,
  -1,
  1,
  2,
  0.5,
  1.5,
  7,
  100,
  101,
  1e21,
  1e308,
  5e-324,
  2 ** 31,
  2 ** 53,
];
const KEYS: Options<string> = ['a', '', '__proto__', 'constructor', 'toString', '0', 'length', 'correctness'];
/** Node ids of an investigation that fit one another. */
const NODES: Options<string> = ['R1.A', 'R2.A1', 'R2.A2', 'R3.A1a', 'R3.A2a', 'R9.Z'];
const SETTINGS: Options<string> = [
  'serial.max_rounds = 1',
  '{"serial": {"commit": "last"}}',
  'subagent.engine = manual',
  '{"subagent": {"endpoint": "http://169.254.169.254/"}}',
  'security.allow_endpoint_overrides = true',
  'subagent.api_key_file = /etc/passwd',
  '__proto__.polluted = true',
];
/** One in so many values is a huge one. */
const HUGE_ONE_IN = 4000;
const MIB = 1024 * 1024;
const DEEPEST = 50_000;

/** A value of any shape. */
export function anyValue(chance: Chance, depth = 0): unknown {
  if (chance.below(HUGE_ONE_IN) === 0) return hugeValue(chance);
  const kind = chance.below(depth > 3 ? 4 : 6);
  if (kind <= 1) return chance.pick(TEXTS);
  if (kind === 2) return chance.pick(NUMBERS);
  if (kind === 3) return chance.pick<unknown>([null, true, false]);
  const items = Array.from({ length: chance.below(4) }, () => anyValue(chance, depth + 1));
  return kind === 4 ? items : tableOf(items.map((item) => [chance.pick(KEYS), item]));
}

/** A table with own properties only, `__proto__` among them. */
function tableOf(entries: readonly (readonly [string, unknown])[]): object {
  const table = {};
  for (const [key, value] of entries)
    Object.defineProperty(table, key, { value, enumerable: true, configurable: true, writable: true });
  return table;
}

function hugeValue(chance: Chance): unknown {
  if (chance.next() < 0.5) return chance.pick(['x', 'é', '\ud800', '["', '😀']).repeat(MIB / 2);
  return `@${chance.pick(['list', 'table'])}${chance.below(DEEPEST)}@`;
}

/** The JSON text with each stand-in for a value that lies deeper than this process could write. */
export function withNests(json: string): string {
  return json.replaceAll(/"@(list|table)(\d+)@"/g, (_, kind, depth) =>
    kind === 'list'
      ? '['.repeat(Number(depth)) + ']'.repeat(Number(depth))
      : `${'{"a":'.repeat(Number(depth))}1${'}'.repeat(Number(depth))}`,
  );
}

/** What a value is made with: the ids of the records that are there. */
export interface Supply {
  readonly chance: Chance;
  readonly ids: readonly string[];
}

const ID_NAME = /^(session_id|sessionId|review_id|from|parent_?[sS]ession_?[iI]d)$/;
const NODE_NAME = /^(id|parent|nodeId|withdraw)$/;

function fittingText(name: string, { chance, ids }: Supply): string {
  if (ID_NAME.test(name)) return chance.pickOr(ids, 'nowhere1');
  if (NODE_NAME.test(name)) return chance.pick(NODES);
  if (name === 'overrides') return chance.pick(SETTINGS);
  if (name === 'new_path') return chance.pick(['~', '~/x.json', '/memory/user', '/dev/null', '../x']);
  return `Text ${chance.below(1000)}, which says something of ${'some '.repeat(chance.below(5))}length.`;
}

/** A value that the schema of a parameter lets one expect. */
export function fittingValue(name: string, schema: FieldSchema, supply: Supply): unknown {
  const { chance } = supply;
  if (schema.enum !== undefined) return chance.pickOr(schema.enum, '');
  if (schema.type === 'boolean') return chance.next() < 0.5;
  if (schema.type === 'integer' || schema.type === 'number')
    return (schema.minimum ?? 1) + (schema.type === 'integer' ? chance.below(5) : chance.next());
  if (schema.type === 'array')
    return Array.from({ length: 1 + chance.below(3) }, () =>
      mostlyFitting(name, schema.items ?? { type: 'string' }, supply),
    );
  if (schema.type === 'object') return fittingTable(schema, supply);
  return fittingText(name, supply);
}

/** One in so many values is spoiled. */
const SPOILED_ONE_IN = 6;

/** A value that fits, or now and then any other, or its JSON text. */
export function mostlyFitting(name: string, schema: FieldSchema, supply: Supply): unknown {
  const die = supply.chance.below(SPOILED_ONE_IN * 2);
  if (die === 0) return anyValue(supply.chance);
  const value = fittingValue(name, schema, supply);
  return die === 1 ? JSON.stringify(value) : value;
}

/** An object of a parameter's own properties: each required one most of the time, the others now and then. */
export function fittingTable(schema: Pick<FieldSchema, 'properties' | 'required'>, supply: Supply): object {
  const { chance } = supply;
  const kept = Object.entries(schema.properties ?? {}).filter(([name]) =>
    schema.required?.includes(name) ? chance.next() < 0.95 : chance.next() < 0.3,
  );
  const entries = kept.map(([name, each]): [string, unknown] => [name, mostlyFitting(name, each, supply)]);
  if (chance.below(20) === 0) entries.push([chance.pick(KEYS), anyValue(chance)]);
  return tableOf(entries);
}
