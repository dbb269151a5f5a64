import { applyOverrides, usableOverrides } from '../core/config.ts';
import { readPortable } from '../core/portable.ts';
import { openPortable, type PortableRead } from '../core/portable-record.ts';
import { longText } from '../core/portable-rules.ts';
import { wholeDocument } from '../kit/field.ts';
import { homeTool, type World } from '../kit/tool.ts';
import { refuseImportId, refuseInvalidJson, refuseInvalidSession, say } from './wording.ts';

const KIB = 1024;

export const importSession = homeTool({
  name: 'import_session',
  title: 'Import a session',
  description: 'Store a session that export_session gave out, here or in the original server.',
  effect: 'writes',
  fields: { data: wholeDocument() },
  example: {
    data: {
      question: 'Edge or origin cache?',
      expected_stages: ['Draft'],
      current_stage: 'Draft',
      mode: 'serial',
    },
  },
  run: async ({ data }, world) => {
    const config = await world.ports.config();
    const textBytes = config.limits.text_kib * KIB;
    const read = readRecord(data, world) ?? readPortable(data, world.now);
    if (!read.ok) {
      const { code, at, expected } = read.problem;
      if (code === 'bad_id') return refuseImportId(expected);
      return code === 'invalid_json' ? refuseInvalidJson() : refuseInvalidSession({ field: at, expected });
    }
    const { id: _, ...session } = read.session;
    const long = longText(session, textBytes);
    if (long !== null) return refuseInvalidSession({ field: long.at, expected: long.expected });
    const { overrides, dropped } = usableOverrides(session.overrides, config);
    const merged = applyOverrides(config, overrides);
    const [wrong] = merged.ok ? [] : merged.problems;
    if (wrong) return refuseInvalidSession({ field: `overrides.${wrong.key}`, expected: wrong.expected });
    await world.ports.bootstrap();
    const stored = await world.ports.store.insert({ ...session, overrides }, read.id);
    const id_reassigned = read.id !== null && stored.session.id !== read.id;
    const left = dropped.length === 0 ? {} : { dropped_settings: dropped };
    const output = { save_path: stored.path, id_reassigned, ...left };
    return { kind: 'done', document: stored.session, output, message: say.imported(output) };
  },
});

/** The import of a protocol that reads its own; null for all others. */
function readRecord(data: unknown, world: World): PortableRead | null {
  const opened = openPortable(data);
  return opened.ok ? world.readImport(opened.table) : null;
}
