import { applyOverrides, type Config, usableOverrides } from '../core/config.ts';
import { readPortable } from '../core/portable.ts';
import { openPortable, type PortableRead, problem } from '../core/portable-record.ts';
import { longText } from '../core/portable-rules.ts';
import { redacted } from '../core/redaction.ts';
import type { SessionDocument } from '../core/session.ts';
import { wholeDocument } from '../kit/field.ts';
import { homeTool, type World } from '../kit/tool.ts';
import { adoptForeign } from './foreign/all.ts';
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
    const read = vetImport(readImport(data, world), await world.ports.config());
    if (!read.ok) {
      const { code, at, expected } = read.problem;
      if (code === 'bad_id') return refuseImportId(expected);
      return code === 'invalid_json' ? refuseInvalidJson() : refuseInvalidSession({ field: at, expected });
    }
    await world.ports.bootstrap();
    const { id: _, ...draft } = read.session;
    const stored = await world.ports.store.insert(draft, read.id);
    const id_reassigned = read.id !== null && stored.session.id !== read.id;
    const left = read.dropped.length === 0 ? {} : { dropped_settings: read.dropped };
    const replaced = read.redacted.length === 0 ? {} : { redacted: read.redacted };
    const output = { save_path: stored.path, id_reassigned, ...left, ...replaced };
    return { kind: 'done', document: stored.session, output, message: say.imported(output) };
  },
});

/** What can take an import apart. */
type Reader = Pick<World, 'readImport' | 'runs' | 'now'>;

/** Reads an export of ours or a record of one of the servers that this one replaces. */
export function readImport(data: unknown, { readImport: readRecord, runs, now }: Reader): PortableRead {
  const opened = openPortable(data);
  if (!opened.ok) return opened;
  const table = adoptForeign(opened.table);
  const read = readRecord(table);
  if (read !== null) return read;
  const isUnknown = table !== opened.table && !runs(String(table.protocol));
  return isUnknown
    ? problem('invalid_session_data', 'protocol', 'one of this version')
    : readPortable(table, now);
}

/** An import that may be stored: the settings that this configuration does not allow are left out. */
type Vetted =
  | (Extract<PortableRead, { readonly ok: true }> & {
      readonly dropped: readonly string[];
      /** The kinds of secrets that were replaced, where the operator wants that. */
      readonly redacted: readonly string[];
    })
  | Extract<PortableRead, { readonly ok: false }>;

/** Holds an import against the limits and the settings of the configuration. */
export function vetImport(read: PortableRead, config: Config): Vetted {
  if (!read.ok) return read;
  const { id: _, ...content } = read.session;
  const long = longText(content, config.limits.text_kib * KIB);
  if (long !== null) return problem('invalid_session_data', long.at, long.expected);
  const { overrides, dropped } = usableOverrides(read.session.overrides, config);
  const merged = applyOverrides(config, overrides);
  const [wrong] = merged.ok ? [] : merged.problems;
  if (wrong) return problem('invalid_session_data', `overrides.${wrong.key}`, wrong.expected);
  const whole: SessionDocument = { ...read.session, overrides };
  const { value: session, kinds } = config.privacy.redact ? redacted(whole) : { value: whole, kinds: [] };
  return { ...read, session, dropped, redacted: kinds };
}
