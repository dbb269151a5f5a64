import { normalisedDistance } from '../../src/core/edit-distance.ts';
import { rotation } from '../../src/core/lens.ts';
import { readArguments } from '../../src/kit/arguments.ts';
import { type Field, flag, list, optional, scores, settings } from '../../src/kit/field.ts';
import type { Fields, RecordedOperation } from './recordings.ts';

const LIMITS = { textBytes: 262_144 };
const BUNDLED = [
  'alternative_framing',
  'first_principles',
  'missing_perspective',
  'overconfidence',
  'scope_creep',
  'steel_man',
  'unstated_assumption',
  'weak_evidence',
].map((name) => ({ name, own: false }));

/** The lenses of a stage alone: one own lens keeps the rotation from falling back to all. */
function stageLenses(stage: string): readonly string[] {
  return rotation(stage, [], [...BUNDLED, { name: 'own', own: true }]).filter((name) => name !== 'own');
}

/** A parameter in place of a parser of the original, and what the parser gives for null and for blank text. */
interface Parser {
  readonly field: Field<unknown>;
  readonly none: unknown;
  readonly blank: unknown;
  readonly of: (value: unknown) => unknown;
}

const same = (value: unknown) => value;
const parsers: Readonly<Record<string, Parser>> = {
  'tolerant.parse_string_list': { field: list(), none: null, blank: [], of: same },
  'tolerant.parse_scores': { field: scores(), none: {}, blank: {}, of: (value) => Object(value).given },
  'tolerant.parse_bool': { field: flag(), none: null, blank: null, of: same },
  'tolerant.parse_json_or_text': { field: settings(), none: null, blank: null, of: same },
};

/** Reads a value as an optional argument of our tools. */
function parse({ field, none, blank, of }: Parser, value: unknown): Fields {
  const read = readArguments({ value: optional(field) }, { value }, LIMITS);
  if (!read.ok) return { raises: read.problem.reason };
  if (read.input.value !== undefined) return { value: of(read.input.value) };
  return { value: value === null ? none : blank };
}

/** What our function in place of a recorded one returns: `value`, or `raises` where it refuses. */
export function callPure({ fn = '', args = [] }: RecordedOperation): Fields {
  const [first, second] = args;
  if (fn === 'serial_engine.normalized_edit_distance')
    return { value: normalisedDistance(String(first), String(second)).distance };
  if (fn === 'stages.lens_defaults_for_stage') return { value: stageLenses(String(first)) };
  const parser = parsers[fn];
  if (parser === undefined) throw new Error(`No function stands in for ${fn}`);
  return parse(parser, first);
}
