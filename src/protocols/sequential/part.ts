import type { SessionDocument } from '../../core/session.ts';
import { OUTLINE_BYTES, type OutlineOptions, outline } from './outline.ts';
import type { Selection } from './selection.ts';
import { chainReader } from './state.ts';

/** The selection that a name means: `last 5`, `10-20`, `thought 7`, `branch <id>`; null when it means none. */
function selectionNamed(name: string): Selection | null {
  const last = /^last (\d{1,6})$/iu.exec(name);
  if (last !== null) return { kind: 'last', count: Number(last[1]) };
  const range = /^(?:thoughts? )?(\d{1,9})(?: ?(?:-|–|to) ?(\d{1,9}))?$/iu.exec(name);
  if (range !== null) return { kind: 'range', from: Number(range[1]), to: Number(range[2] ?? range[1]) };
  const branch = /^branch (.+)$/isu.exec(name);
  return branch?.[1] === undefined ? null : { kind: 'branch', id: branch[1] };
}

function optionsNamed(name: string): OutlineOptions | null {
  if (/^structure$/iu.test(name))
    return { selection: { kind: 'all' }, detail: 'structure', bytes: OUTLINE_BYTES };
  const selection = selectionNamed(name);
  return selection && { selection, detail: 'texts', bytes: OUTLINE_BYTES };
}

/**
 * A part of a chain as Markdown of at most `OUTLINE_BYTES`: some of its thoughts whole, or `structure`, a line for
 * each; null when `name` names no part. Throws the schema's error when the document is no chain.
 */
export function chainPart(document: SessionDocument, name: string): string | null {
  const options = optionsNamed(name.trim());
  return options && outline(chainReader.read(document), options).markdown;
}
