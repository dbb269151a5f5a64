import { normalisedDistance } from '../../src/core/edit-distance.ts';
import { readFlag } from '../../src/core/lenient/flag.ts';
import { readList } from '../../src/core/lenient/list.ts';
import type { Reading } from '../../src/core/lenient/reading.ts';
import { readScores } from '../../src/core/lenient/scores.ts';
import { readSettings } from '../../src/core/lenient/settings.ts';
import { rotation } from '../../src/core/lens.ts';
import type { Fields, RecordedOperation } from './recordings.ts';

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

const readings: Readonly<Record<string, (value: unknown) => Reading<unknown>>> = {
  'tolerant.parse_string_list': readList,
  'tolerant.parse_scores': (value) => {
    const reading = readScores(value);
    return reading.ok ? { ok: true, value: reading.value.given } : reading;
  },
  'tolerant.parse_bool': readFlag,
  'tolerant.parse_json_or_text': readSettings,
  'stages.lens_defaults_for_stage': (value) => ({ ok: true, value: stageLenses(String(value)) }),
};

/** What our function in place of a recorded one returns: `value`, or `raises` where it refuses. */
export function callPure(operation: RecordedOperation): Fields {
  const [first, second] = operation.args ?? [];
  if (operation.fn === 'serial_engine.normalized_edit_distance')
    return { value: normalisedDistance(String(first), String(second)).distance };
  const read = readings[operation.fn ?? ''];
  if (read === undefined) throw new Error(`No function stands in for ${operation.fn}`);
  const reading = read(first);
  return reading.ok ? { value: reading.value } : { raises: reading.reason };
}
