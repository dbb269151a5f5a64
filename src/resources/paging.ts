import { excerpt } from '../core/text.ts';
import type { Answered } from '../kit/answered.ts';
import { isCursor } from '../session-tools/list.ts';
import type { SessionStore, SessionSummary } from '../store/ports.ts';
import { sessionUri } from './address.ts';
import { FIXED, MIME, type ResourceDescription } from './list.ts';
import { resourceRefusals } from './wording.ts';

/** How many sessions a page holds. */
const PAGE = 50;
/** How much of a question a title shows, in code points. */
const TITLE = 80;

/** One page of `resources/list`. */
export interface ResourcePage {
  readonly resources: readonly ResourceDescription[];
  readonly nextCursor?: string;
}

/** The fixed resources and the newest sessions, or the page after a cursor. Damaged sessions are left out. */
export async function listResources(
  cursor: string | null,
  store: Pick<SessionStore, 'list'>,
): Promise<Answered<ResourcePage>> {
  if (cursor !== null && !isCursor(cursor))
    return { problem: 'bad_request', message: resourceRefusals.bad_cursor() };
  const query = { limit: PAGE, cursor, status: null, protocol: null, project: null };
  const { sessions, next_cursor } = await store.list(query);
  const usable = sessions.filter(({ fault }) => fault === null).map(describeSession);
  const resources = cursor === null ? [...FIXED, ...usable] : usable;
  return next_cursor === null ? { resources } : { resources, nextCursor: next_cursor };
}

function describeSession(session: SessionSummary): ResourceDescription {
  const { id, question, protocol, status, project } = session;
  const facts = [protocol ?? 'no mode yet', status, ...(project === null ? [] : [project])];
  return {
    uri: sessionUri(id),
    name: id,
    title: excerpt(question, TITLE),
    description: facts.join(' · '),
    mimeType: MIME.json,
    ...modified(session.updated_at),
  };
}

/** Imported files may hold any text as a time, and clients refuse a whole page for one that is none. */
function modified(time: string): Pick<ResourceDescription, 'annotations'> {
  const read = new Date(time);
  if (Number.isNaN(read.getTime()) || read.getUTCFullYear() > 9999 || read.getUTCFullYear() < 0) return {};
  return { annotations: { lastModified: read.toISOString() } };
}
