import { nearest } from '../core/nearest.ts';
import type { SessionDocument } from '../core/session.ts';
import { RECORD_FORMATS, type RecordFormat } from '../kit/page/format.ts';
import type { WriteRefusal } from '../store/export-files.ts';
import type { SessionStore } from '../store/ports.ts';

/** What a person asks to see. */
export interface ShowOrder {
  readonly id: string;
  readonly format: RecordFormat;
  /** The file that it goes to; `-` is stdout. */
  readonly out: string;
}

/** What showing needs: where sessions lie, a way to write one down, and a place for the text. */
export interface ShowParts {
  readonly store: Pick<SessionStore, 'read' | 'ids'>;
  readonly written: (document: SessionDocument, format: RecordFormat) => Promise<string>;
  readonly writeOut: (target: string, text: string) => WriteRefusal | null;
  readonly print: (text: string) => void;
}

const NEWEST = 3;

const refusals = {
  no_folder: (out: string) => `${out}: the folder of this file is not there`,
  no_file: (out: string) => `${out} is no file that could be replaced; name a file`,
  own_place: (out: string) => `${out} is a place that the data folder keeps for itself; name another file`,
  read_only: (out: string) => `${out} is read-only; make it writable or name another file`,
  moved_session: (out: string) => `${out} is where a session lies that was moved there; name another file`,
};

/** The words for the formats. */
export const SHOWN_FORMATS = ['md', 'json', 'mermaid', 'dot', 'html'] as const;

/** The format that a word names, `md` for Markdown; null when it names none. */
export function formatNamed(word: string): RecordFormat | null {
  const name = word.toLowerCase();
  return RECORD_FORMATS.find((each) => each === (name === 'md' ? 'markdown' : name)) ?? null;
}

/** Why a word is no format. */
export function sayNoFormat(word: string): string {
  const near = nearest(RECORD_FORMATS, word);
  const hint = near === undefined ? '' : `; did you mean "${near}"`;
  return `unknown format "${word}"${hint}. Known: ${SHOWN_FORMATS.join(', ')}`;
}

/** Writes the record of a session where it is wanted; returns why that could not be done, or null. */
export async function showSession(
  order: ShowOrder,
  { store, written, writeOut, print }: ShowParts,
): Promise<string | null> {
  const { id, format, out } = order;
  const stored = await store.read(id);
  if (stored === null) return sayUnknown(id, await store.ids());
  const text = await written(stored.session, format);
  if (out === '-') {
    print(text);
    return null;
  }
  const refusal = writeOut(out, text);
  return refusal === null ? null : refusals[refusal](out);
}

/** Why an id names no session, with the nearest and the newest ones. */
export function sayUnknown(id: string, known: readonly string[]): string {
  const near = nearest(known, id);
  const hint = near === undefined ? '' : `; did you mean ${near}`;
  const newest =
    known.length === 0 ? 'there are no sessions yet' : `newest: ${known.slice(0, NEWEST).join(', ')}`;
  return `no session has the id ${id.slice(0, 64)}${hint} (${newest})`;
}
