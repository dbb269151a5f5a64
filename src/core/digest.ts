import type { StagedSession, Thought } from './staged.ts';
import { codePointLength, cutText, excerpt, fixedHalfEven, roundHalfEven } from './text.ts';
import { overall } from './utility.ts';

/** Code points of a thought that its line shows. */
const EXCERPT = 240;
const CHARACTERS_PER_TOKEN = 4;

/** One committed thought in a digest; `overall_score` has two decimals. */
export interface DigestEntry {
  thought_id: string;
  stage: string;
  position: number;
  line: string;
  overall_score: number | null;
  tags: string[];
}

/** The committed thoughts of some stages, one line each; `stages_covered` names only stages that have any. */
export interface Summary {
  stages_covered: string[];
  entries: DigestEntry[];
  digest: string;
}

/** The stages before the current one within a token budget; `omitted_count` counts thoughts that found no room. */
export interface Compression {
  digest: string;
  stages_covered: string[];
  included_thought_ids: string[];
  estimated_tokens: number;
  target_tokens: number;
  omitted_count: number;
}

/** `[stage #position] excerpt`, then the score with two decimals and the tags, where the thought has them. */
export function digestLine(thought: Thought): string {
  const scores = thought.final_utility_scores;
  const score = scores ? ` (score ${fixedHalfEven(overall(scores), 2)})` : '';
  const tags = thought.tags.length > 0 ? ` (tags: ${thought.tags.join(', ')})` : '';
  return `[${thought.stage} #${thought.position}] ${excerpt(thought.content, EXCERPT)}${score}${tags}`;
}

/** The committed thoughts of these stages in stage order, then by position. */
function committed(session: StagedSession, stages: readonly string[]): Thought[] {
  const inStage = (stage: string) =>
    session.thoughts
      .filter((each) => each.stage === stage && each.committed && !each.discarded)
      .sort((a, b) => a.position - b.position);
  return [...new Set(stages)].flatMap(inStage);
}

function stagesOf(thoughts: readonly Thought[]): string[] {
  return [...new Set(thoughts.map((each) => each.stage))];
}

function entryOf(thought: Thought): DigestEntry {
  const scores = thought.final_utility_scores;
  return {
    thought_id: thought.id,
    stage: thought.stage,
    position: thought.position,
    line: digestLine(thought),
    overall_score: scores ? roundHalfEven(overall(scores), 2) : null,
    tags: thought.tags,
  };
}

/** The digest of the current stage, or of all stages of the list. */
export function summarize(session: StagedSession, scope: 'stage' | 'all'): Summary {
  const stages = scope === 'stage' ? [session.current_stage] : session.expected_stages;
  const thoughts = committed(session, stages);
  const entries = thoughts.map(entryOf);
  return {
    stages_covered: stagesOf(thoughts),
    entries,
    digest: entries.map((each) => each.line).join('\n'),
  };
}

const estimate = (text: string) => Math.floor(codePointLength(text) / CHARACTERS_PER_TOKEN);

/** The newest thoughts that fit the budget; the first is taken whatever its size, larger ones are passed over. */
function fitting(thoughts: readonly Thought[], budget: number): Thought[] {
  let left = budget;
  const taken: Thought[] = [];
  for (const thought of thoughts.toReversed()) {
    const cost = estimate(digestLine(thought));
    if (taken.length > 0 && cost > left) continue;
    left -= cost;
    taken.push(thought);
  }
  return taken.reverse();
}

/**
 * The digest of the stages before the current one (all of them when it is not in the list) within
 * `target_tokens`, at four code points a token; a negative target counts as 0.
 */
export function compress(session: StagedSession, target_tokens: number): Compression {
  const target = Math.max(0, target_tokens);
  const place = session.expected_stages.indexOf(session.current_stage);
  const before = place < 0 ? session.expected_stages : session.expected_stages.slice(0, place);
  const candidates = committed(session, before);
  const taken = fitting(candidates, target);
  const joined = taken.map(digestLine).join('\n');
  const digest = estimate(joined) > target ? cutText(joined, target * CHARACTERS_PER_TOKEN) : joined;
  return {
    digest,
    stages_covered: stagesOf(taken),
    included_thought_ids: taken.map((each) => each.id),
    estimated_tokens: estimate(digest),
    target_tokens: target,
    omitted_count: candidates.length - taken.length,
  };
}
