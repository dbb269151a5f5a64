import { wordsOf } from '../core/search/words.ts';
import { SessionStatus } from '../core/session.ts';
import { excerpt } from '../core/text.ts';
import { choice, count, optional, prose, text } from '../kit/field.ts';
import { howManyFit, ROOM } from '../kit/reply.ts';
import { homeTool, type Waiting } from '../kit/tool.ts';
import { refuseArgument } from '../kit/wording.ts';
import type { SearchHit, SearchWatch } from '../store/ports.ts';
import { refuseWordless, say } from './wording.ts';

const DEFAULT_LIMIT = 10;
export const MOST_FOUND = 50;
/** A question has no more words that tell much. */
const MOST_WORDS = 32;
/** Code points of a question that a row shows. */
const QUESTION = 120;

const fields = {
  query: prose(),
  limit: optional(count(1, MOST_FOUND)),
  cursor: optional(text()),
  status: optional(choice(SessionStatus.options)),
  protocol: optional(text()),
  project: optional(text()),
};

export const searchSessions = homeTool({
  name: 'search_sessions',
  title: 'Search sessions',
  description: 'Find earlier reasoning: sessions whose question, thoughts or findings hold these words.',
  effect: 'reads',
  fields,
  example: { query: 'edge cache invalidation' },
  run: async ({ query, cursor, ...filters }, { ports, passages, remedies, runs, waiting }) => {
    const words = [...new Set(wordsOf(query))];
    if (words.length === 0) return refuseWordless();
    const offset = offsetOf(cursor);
    if (offset === null) return refuseCursor(cursor ?? '');
    const found = await ports.store.search(
      {
        words: words.slice(0, MOST_WORDS),
        limit: filters.limit ?? DEFAULT_LIMIT,
        offset,
        status: filters.status ?? null,
        protocol: filters.protocol ?? null,
        project: filters.project ?? null,
      },
      passages,
      waiting === null ? undefined : watchFor(waiting),
    );
    const rows = found.hits.map(row);
    const results = rows.slice(0, Math.max(1, howManyFit(rows.map(sizeOf), ROOM)));
    const shown = offset + (results.length < rows.length ? results.length : (filters.limit ?? DEFAULT_LIMIT));
    const more = shown < found.count ? { next_cursor: String(shown) } : {};
    const left = words.length > MOST_WORDS ? { words_used: MOST_WORDS } : {};
    const first = found.hits.find(({ session }) => runs(session.protocol));
    return {
      kind: 'done',
      output: { results, count: found.count, ...more, ...left },
      message: say.found({ shown: results.length, count: found.count, more: 'next_cursor' in more, ...left }),
      next: first === undefined ? remedies.list : remedies.resume(first.session.id),
    };
  },
});

/** Tells the client how far the reading is. */
const watchFor = ({ signal, onProgress }: Waiting): SearchWatch => ({
  signal,
  onRead: (done, total) => onProgress?.({ done, total, say: say.reading({ done, total }) }),
});

/** A cursor is how many results were shown before; null when it is none of ours. */
function offsetOf(cursor: string | undefined): number | null {
  if (cursor === undefined) return 0;
  return /^\d{1,7}$/.test(cursor) ? Number(cursor) : null;
}

function refuseCursor(got: string) {
  const field = fields.cursor;
  return refuseArgument({ code: 'bad_argument', parameter: 'cursor', field, reason: 'not_a_cursor', got });
}

const sizeOf = (each: object) => JSON.stringify(each).length + 1;

function row({ session, place, snippet, others }: SearchHit) {
  return {
    session_id: session.id,
    question: excerpt(session.question, QUESTION),
    protocol: session.protocol,
    status: session.status,
    project: session.project,
    ...place,
    snippet,
    ...(others === 0 ? {} : { other_places: others }),
  };
}
