import { type SessionDocument, SessionStatus } from '../core/session.ts';
import type { Tally } from '../core/tally.ts';
import { isStale } from '../core/time.ts';
import { choice, count, optional, text } from '../kit/field.ts';
import { howManyFit, ROOM } from '../kit/reply.ts';
import { homeTool } from '../kit/tool.ts';
import { refuseArgument } from '../kit/wording.ts';
import type { ListQuery, Ports, SessionPage, SessionStore, SessionSummary } from '../store/ports.ts';
import { canGoOn, newestOpen } from './not-found.ts';
import { say } from './wording.ts';

const DEFAULT_LIMIT = 20;
export const MOST_LISTED = 100;

const fields = {
  limit: optional(count(1, MOST_LISTED)),
  cursor: optional(text()),
  status: optional(choice(SessionStatus.options)),
  protocol: optional(text()),
  project: optional(text()),
};

export const listSessions = homeTool({
  name: 'list_sessions',
  title: 'List sessions',
  description: 'List stored sessions, newest first.',
  effect: 'reads',
  fields,
  example: {},
  run: async (input, world) => {
    const { ports, remedies, runs, tally, now } = world;
    if (input.cursor !== undefined && !isCursor(input.cursor)) return refuseCursor(input.cursor);
    const days = await ageLimit(ports);
    const row = (each: SessionSummary) => ({
      ...sessionRow(each, tally),
      ...(isStale(each.updated_at, now, days) ? { stale: true } : {}),
    });
    const page = await pageThatFits(ports.store, row, {
      limit: input.limit ?? DEFAULT_LIMIT,
      cursor: input.cursor ?? null,
      status: input.status ?? null,
      protocol: input.protocol ?? null,
      project: input.project ?? null,
    });
    const sessions = page.sessions.map(row);
    const open =
      page.sessions.find((each) => canGoOn(each, runs))?.id ?? (await newestOpen(world))[0]?.session_id;
    const more = page.next_cursor === null ? {} : { next_cursor: page.next_cursor };
    const listed = say.listed({ shown: sessions.length, count: page.count });
    return {
      kind: 'done',
      output: { sessions, count: page.count, ...more },
      message: page.next_cursor === null ? listed : `${listed} ${say.moreSessions}`,
      next: open === undefined ? remedies.start : remedies.resume(open),
    };
  },
});

/** Days after which a session counts as stale; listing works beside a configuration that is broken. */
const ageLimit = ({ config }: Pick<Ports, 'config'>) =>
  config().then(
    ({ limits }) => limits.age_days,
    () => 0,
  );

/** Whether a text can be the `next_cursor` of a page. */
export const isCursor = (text: string) => text.includes('|');

function refuseCursor(got: string) {
  const field = { ...fields.cursor, kind: 'cursor' as const };
  return refuseArgument({ code: 'bad_argument', parameter: 'cursor', field, reason: 'not_a_cursor', got });
}

/** A page whose rows fit a reply: asked for again with fewer rows when they do not. */
async function pageThatFits(
  store: SessionStore,
  row: (each: SessionSummary) => object,
  query: ListQuery,
): Promise<SessionPage> {
  const page = await store.list(query);
  const size = (each: SessionSummary) => JSON.stringify(row(each)).length + 1;
  const fitting = Math.max(1, howManyFit(page.sessions.map(size), ROOM));
  return fitting === page.sessions.length || page.sessions.length === 0
    ? page
    : store.list({ ...query, limit: fitting });
}

/** A session as a row of a listing. */
export function sessionRow(each: SessionSummary, tally: (session: SessionDocument) => Tally) {
  const counts = each.session === null ? { thought_count: null, committed_count: null } : tally(each.session);
  return {
    id: each.id,
    question: each.question,
    mode: each.protocol,
    protocol: each.protocol,
    status: each.status,
    project: each.project,
    ...counts,
    path: each.path,
    created_at: each.created_at,
    updated_at: each.updated_at,
    ...(each.fault === null ? {} : { fault: each.fault }),
  };
}
