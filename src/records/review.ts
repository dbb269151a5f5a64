import * as z from 'zod';
import { notGiven } from '../core/lenient/reading.ts';
import { reviewsIn, withReview } from '../core/links.ts';
import { isSessionId, type SessionDocument } from '../core/session.ts';
import { stagedSession } from '../core/staged.ts';
import { newestCommitted } from '../core/staged-result.ts';
import { namesToShow } from '../kit/arguments.ts';
import { howManyFit, ROOM } from '../kit/reply.ts';
import type { Step } from '../kit/step.ts';
import type { RecordAnswer, RecordTool, RecordWorld } from '../kit/tool.ts';
import { abandon } from '../protocols/review/abandon.ts';
import {
  isReviewId,
  readReason,
  readReviewId,
  readStart,
  type StartInput,
} from '../protocols/review/input.ts';
import { rowOf } from '../protocols/review/listing.ts';
import { readStep } from '../protocols/review/phases.ts';
import { reviewReader } from '../protocols/review/reader.ts';
import { lacksOf, standingOf } from '../protocols/review/standing.ts';
import { newReview, startResult } from '../protocols/review/start.ts';
import { REVIEW_PROTOCOL, type ReviewSession } from '../protocols/review/state.ts';
import { type Called, closedTo, submit } from '../protocols/review/submit.ts';
import { type ReviewTool, type ReviewToolName, reviewTools } from '../protocols/review/tools.ts';
import { reportOf, verdictOf } from '../protocols/review/verdict.ts';
import {
  badArgument,
  refuse,
  sayBadArguments,
  sayFailure,
  sayLacks,
  sayListed,
  sayOldReviews,
  sayUnlinked,
} from '../protocols/review/wording.ts';
import { type Decision, StoreFault } from '../store/ports.ts';
import { type ParentProblem, parentProblem } from './parent.ts';

const KIB = 1024;

type Raw = Readonly<Record<string, unknown>>;
type Answering = (raw: Raw, world: RecordWorld) => Promise<RecordAnswer>;

/** The five tools of the reviews. */
export const reviewRecordTools: readonly RecordTool[] = reviewTools.map((tool) => ({
  ...tool,
  kind: 'record',
  idArgument: 'review_id',
  call: async (raw, world) => withIgnored(tool, raw, await CALLS[tool.name](raw, world)),
  failure: (message) => ({ errorText: sayFailure(message) }),
}));

const CALLS: Readonly<Record<ReviewToolName, Answering>> = {
  start_review: start,
  submit: submitItems,
  get_verdict: readVerdict,
  list_reviews: listReviews,
  abandon_review: abandonReview,
};

/** The answer with the names that no parameter of the tool has. */
function withIgnored({ inputSchema }: ReviewTool, raw: Raw, answer: RecordAnswer): RecordAnswer {
  const unknown = Object.keys(raw).filter((name) => !Object.hasOwn(inputSchema.properties, name));
  if ('errorText' in answer || unknown.length === 0) return answer;
  return { ...answer, reply: { ...answer.reply, ignored_arguments: namesToShow(unknown) } };
}

/** The result with what comes next; a message of its own stands before the sentence about that. */
function replied(result: Raw, { say, tool, arguments: more }: Step): RecordAnswer {
  const message = result.message ?? say;
  const next = more === undefined || tool === null ? {} : { next_arguments: more };
  return { reply: { ...result, message, next_tool: tool, ...next } };
}

const refused = (tool: ReviewToolName, problems: readonly string[]): RecordAnswer => ({
  errorText: sayBadArguments(tool, problems),
});

async function start(raw: Raw, world: RecordWorld): Promise<RecordAnswer> {
  const { ports, now } = world;
  const { limits } = await ports.config();
  const given = await withParentClaim(raw, world);
  const claimOf = notGiven(raw.claim) && typeof raw.parent_session_id === 'string' ? 'parent' : 'call';
  const read = readStart(given, limits.text_kib * KIB, claimOf);
  if (!read.ok) return refused('start_review', read.problems);
  const { parent_session_id: session, parent_thought_id: thought } = read.input;
  const orphaned = await parentProblem({ session, thought }, world);
  if (orphaned !== null) return refused('start_review', [orphan[orphaned](read.input)]);
  // A review is noted in its parent, and an archived record takes no note.
  if (session !== undefined && (await ports.store.read(session))?.session.status === 'archived')
    return refused('start_review', [badArgument.parent_archived(session)]);
  await ports.bootstrap();
  const { sessions } = await ports.store.list({ ...REVIEWS, limit: 1, cursor: null });
  const created_at = afterNewest(now, sessions[0]?.created_at);
  const facts = { created_at, project: ports.defaultProject };
  const { id: _, ...draft } = newReview(read.input, facts);
  const stored = await ports.store.create(draft, (tries) => reviewId(tries, world));
  await linkParent(stored.session, world);
  const { step } = await world.view(stored.session);
  return replied(startResult(reviewReader.read(stored.session)), step);
}

/** Where the claim is left out it is the thought that the parent arguments name, else what the parent came to. */
async function withParentClaim(raw: Raw, { ports, result }: RecordWorld): Promise<Raw> {
  const { claim, parent_session_id: id, parent_thought_id: named } = raw;
  if (!notGiven(claim) || typeof id !== 'string' || !isSessionId(id)) return raw;
  const document = (await ports.store.read(id))?.session;
  if (document === undefined) return raw;
  if (document.expected_stages === undefined) return { ...raw, claim: result(document) ?? undefined };
  const session = stagedSession.read(document);
  const thought = notGiven(named)
    ? newestCommitted(session)
    : session.thoughts.find((each) => each.id === named && each.committed);
  return thought ? { ...raw, claim: thought.content, parent_thought_id: thought.id } : raw;
}

/** Makes the parent know of the review; a parent that cannot be written is known by the review alone. */
async function linkParent(
  { id, parent_session_id: parent }: SessionDocument,
  { ports, now, warn }: RecordWorld,
) {
  if (typeof parent !== 'string') return;
  try {
    await ports.store.transact(parent, now, ({ session }): Decision<null> => {
      const linked = withReview(session, id);
      return linked === session ? { reply: null } : { reply: null, session: linked };
    });
  } catch (error) {
    if (!(error instanceof StoreFault)) throw error;
    warn(sayUnlinked({ id, parent, why: error.message }));
  }
}

const REVIEWS = { status: null, protocol: REVIEW_PROTOCOL, project: null } as const;

/** A clock that jumped back by more than this is believed. */
const TOGETHER_MS = 1000;

/** A time later than that of the newest review where both are of one moment, so that lists keep the order. */
function afterNewest(now: string, newest = ''): string {
  const ahead = Date.parse(newest) - Date.parse(now);
  const isTogether = ahead >= 0 && ahead < TOGETHER_MS;
  return isTogether ? new Date(Date.parse(newest) + 1).toISOString() : now;
}

/** Four letters, one more for each ten names that are taken. */
function reviewId(tries: number, { ports }: RecordWorld): string {
  return `rev-${ports.newCode(4 + Math.floor(tries / 10))}`;
}

const orphan: Readonly<Record<ParentProblem, (input: StartInput) => string>> = {
  no_session: ({ parent_session_id }) => badArgument.parent_missing(parent_session_id ?? ''),
  no_thought: ({ parent_thought_id }) => badArgument.thought_missing(parent_thought_id ?? ''),
  // A review has no id yet that could be named.
  itself: ({ parent_session_id }) => badArgument.parent_missing(parent_session_id ?? ''),
};

/** Decides on the review that the call names, and stores what it became. */
async function change(
  raw: Raw,
  { tool, decide }: { readonly tool: ReviewToolName; readonly decide: (session: ReviewSession) => Called },
  world: RecordWorld,
): Promise<RecordAnswer> {
  const { ports, now } = world;
  const read = readReviewId(raw);
  if (!read.ok) return refused(tool, read.problems);
  const id = read.input;
  if (!isSessionId(id)) return unknownReview(tool, id);
  const called = await ports.store.transact(id, now, ({ session: document }): Decision<Called> => {
    const reply = decideOn(document, decide);
    return 'errorText' in reply ? { reply } : { reply, session: reviewReader.trust(reply.session) };
  });
  if (called === null) return unknownReview(tool, id);
  if ('errorText' in called) return called;
  const { step } = await world.view(called.session);
  return replied(called.result, step);
}

function decideOn(document: SessionDocument, decide: (session: ReviewSession) => Called): Called {
  if (document.protocol === REVIEW_PROTOCOL) return decide(reviewReader.read(document));
  return { errorText: refuse.not_a_review(document.id, document.protocol) };
}

function unknownReview(tool: ReviewToolName, id: string): RecordAnswer {
  if (isReviewId(id)) return { errorText: refuse.not_found(id) };
  return refused(tool, [badArgument.review_id(badArgument.is(JSON.stringify(id.slice(0, 64))))]);
}

async function submitItems(raw: Raw, world: RecordWorld): Promise<RecordAnswer> {
  const { limits, review } = await world.ports.config();
  const rules = { now: world.now, textBytes: limits.text_kib * KIB, thresholds: review };
  const decide = (session: ReviewSession) => submit(session, raw.items, rules);
  return change(raw, { tool: 'submit', decide }, world);
}

async function abandonReview(raw: Raw, world: RecordWorld): Promise<RecordAnswer> {
  const { limits } = await world.ports.config();
  const reason = readReason(raw, limits.text_kib * KIB);
  const tool = 'abandon_review';
  if (!reason.ok) {
    const id = readReviewId(raw);
    return refused(tool, [...(id.ok ? [] : id.problems), ...reason.problems]);
  }
  return change(raw, { tool, decide: (session) => abandon(session, reason.input) }, world);
}

async function readVerdict(raw: Raw, world: RecordWorld): Promise<RecordAnswer> {
  const read = readReviewId(raw);
  if (!read.ok) return refused('get_verdict', read.problems);
  const id = read.input;
  const stored = isSessionId(id) ? await world.ports.store.read(id) : null;
  if (stored === null) return unknownReview('get_verdict', id);
  const document = stored.session;
  if (document.protocol !== REVIEW_PROTOCOL)
    return { errorText: refuse.not_a_review(document.id, document.protocol) };
  const session = reviewReader.read(document);
  const { review } = await world.ports.config();
  const report = reportOf(session, review);
  const verdict = verdictOf(session);
  if (report === null || verdict === null) return { errorText: withoutVerdict(session) };
  const step =
    document.status === 'active'
      ? readStep(verdict.assessment, await parentOf(session, world))
      : (await world.view(document)).step;
  return replied({ ...report }, step);
}

/** The record that was reviewed, where it knows of the review: after an import its id may be another record's. */
async function parentOf(
  { id, parent_session_id: parent }: ReviewSession,
  { ports }: RecordWorld,
): Promise<string | null> {
  if (typeof parent !== 'string' || !isSessionId(parent)) return null;
  try {
    const there = await ports.store.read(parent);
    return there !== null && reviewsIn(there.session).includes(id) ? parent : null;
  } catch (error) {
    if (error instanceof StoreFault) return null;
    throw error;
  }
}

function withoutVerdict(session: ReviewSession): string {
  const { id, status, mode, phases, abandon_reason } = session;
  const { phase } = standingOf(mode, phases);
  if (status === 'abandoned' || phase === null) return refuse.no_verdict(id, abandon_reason ?? '');
  return refuse.not_complete(phase.name, sayLacks(phase.name, lacksOf(phase, phases)), closedTo(session));
}

/** So many reviews at most are read for one list. */
const MOST_ROWS = 40;

/** A sentence about the old reviews whose ids are not here, or none. */
async function aboutOldReviews({ store, oldReviews }: RecordWorld['ports']): Promise<string> {
  const old = oldReviews();
  if (old === null) return '';
  const here = new Set(await store.ids());
  const count = old.ids.filter((id) => !here.has(id)).length;
  return count === 0 ? '' : ` ${sayOldReviews({ folder: old.folder, count })}`;
}

async function listReviews(_: Raw, { ports }: RecordWorld): Promise<RecordAnswer> {
  const page = await ports.store.list({ ...REVIEWS, limit: MOST_ROWS, cursor: null });
  const rows: object[] = [];
  let damaged = 0;
  for (const { id, fault } of page.sessions) {
    const row = fault === null ? await rowFrom(id, ports) : null;
    if (row === null) damaged += 1;
    else rows.push(row);
  }
  const shown = rows.slice(
    0,
    howManyFit(
      rows.map((row) => JSON.stringify(row).length + 1),
      ROOM,
    ),
  );
  const count = page.count - damaged;
  const listed = { count, reviews: shown, data_dir: ports.root() };
  const message = `${sayListed({ shown: shown.length, count })}${await aboutOldReviews(ports)}`;
  return { reply: { ...listed, ...(damaged === 0 ? {} : { damaged }), message } };
}

async function rowFrom(id: string, { store }: RecordWorld['ports']): Promise<object | null> {
  try {
    const stored = await store.read(id);
    return stored === null ? null : rowOf(reviewReader.read(stored.session));
  } catch (error) {
    if (error instanceof StoreFault || error instanceof z.ZodError) return null;
    throw error;
  }
}
