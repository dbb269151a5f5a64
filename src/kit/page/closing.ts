import type { NamedReference } from '../../core/references.ts';
import type { SessionDocument } from '../../core/session.ts';
import { instant } from '../../core/time.ts';
import { type Block, heading, listed, type PageEvent } from './page.ts';
import { pageWords as words } from './wording.ts';

/** What a page ends with, whatever its protocol. */
export interface Closing {
  readonly warnings: readonly string[];
  readonly references: readonly NamedReference[];
  /** What happened beside the life of the session's file, in order. */
  readonly events: readonly PageEvent[];
}

/** Warnings, references and the timeline, each under a heading of its own where there is something to tell. */
export function closing(document: SessionDocument, { warnings, references, events }: Closing): Block[] {
  const named = references.map(({ reference, ids }) => words.reference(reference, ids));
  return [
    ...section(words.warnings, listed('', warnings)),
    ...section(words.references, listed('', named)),
    ...section(words.timeline, [{ kind: 'timeline', events: timeline(document, events) }]),
  ];
}

function section(title: string, blocks: readonly Block[]): Block[] {
  return blocks.length === 0 ? [] : [heading(2, title), ...blocks];
}

function timeline(document: SessionDocument, events: readonly PageEvent[]): PageEvent[] {
  const { created_at, finalized_at, move_history, decisions } = document;
  const all: PageEvent[] = [
    { at: created_at, text: words.created },
    ...events,
    ...(finalized_at === null ? [] : [{ at: finalized_at, text: words.ended }]),
    ...move_history.map(({ timestamp }) => ({ at: timestamp, text: words.moved })),
    ...decisions.map(({ timestamp, action }) => ({ at: timestamp, text: words.decided(action) })),
  ];
  return all.sort((a, b) => (instant(a.at) || 0) - (instant(b.at) || 0));
}
