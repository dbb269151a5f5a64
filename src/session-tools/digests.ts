import { compress, type DigestEntry, summarize } from '../core/digest.ts';
import { type StagedSession, stagedSession, type Thought } from '../core/staged.ts';
import { choice, count, optional, text } from '../kit/field.ts';
import { done, type Outcome } from '../kit/outcome.ts';
import { howManyFit, ROOM } from '../kit/reply.ts';
import { sessionTool } from '../kit/tool.ts';
import { refuseArgument } from '../kit/wording.ts';
import { shownReviews } from './linked.ts';
import { say } from './wording.ts';

/** The largest digest, in tokens of four characters. */
const MOST_TOKENS = 1500;
const DEFAULT_TOKENS = 300;

interface Summary {
  readonly scope: string;
  readonly stages_covered: readonly string[];
  readonly thought_count: number;
  readonly digest: string;
  readonly entries: readonly DigestEntry[];
  readonly omitted_count?: number;
  readonly reviews?: readonly object[];
}
type SummaryOutcome = Outcome<StagedSession, Summary | { readonly thought: Thought }>;

const summaryFields = {
  scope: optional(choice(['stage', 'all'])),
  thought: optional(text('A thought id, to read that one whole.')),
};

export const summarizeSession = sessionTool(stagedSession)({
  name: 'summarize_session',
  title: 'Summarize the session',
  description: 'List the committed thoughts of the current stage, or of all, one line each.',
  gate: { protocol: null },
  effect: 'reads',
  fields: summaryFields,
  example: { scope: 'all' },
  run: (session, input, { linked }): SummaryOutcome => {
    if (input.thought !== undefined) return oneThought(session, input.thought);
    const scope = input.scope ?? 'stage';
    const { stages_covered, entries } = summarize(session, scope);
    const sizes = entries.map((entry) => JSON.stringify(entry).length + entry.line.length);
    const omitted = entries.length - howManyFit(sizes.reverse(), ROOM);
    const shown = entries.slice(omitted);
    return done(session, {
      scope,
      stages_covered,
      thought_count: entries.length,
      digest: shown.map((entry) => entry.line).join('\n'),
      entries: shown,
      ...(omitted === 0 ? {} : { omitted_count: omitted }),
      ...shownReviews(linked),
    });
  },
  say: (output) => ('thought' in output ? say.oneThought(output) : say.summarized(output)),
});

function oneThought(session: StagedSession, id: string): SummaryOutcome {
  const thought = session.thoughts.find((each) => each.id === id);
  if (thought !== undefined) return done(session, { thought });
  const known = session.thoughts.map((each) => each.id).slice(-10);
  const field = { ...summaryFields.thought, schema: { ...summaryFields.thought.schema, enum: known } };
  return refuseArgument({
    code: 'bad_argument',
    parameter: 'thought',
    field,
    reason: 'not_an_option',
    got: id,
  });
}

export const compressHistory = sessionTool(stagedSession)({
  name: 'compress_history',
  title: 'Compress the history',
  description: 'Get the committed thoughts of earlier stages in a few hundred tokens.',
  gate: { protocol: null },
  effect: 'reads',
  fields: { target_tokens: optional(count(Number.NEGATIVE_INFINITY, MOST_TOKENS)) },
  example: { target_tokens: 300 },
  run: (session, { target_tokens }) => done(session, compress(session, target_tokens ?? DEFAULT_TOKENS)),
  say: say.compressed,
});
