import type { ImportedSession, ImportedThought } from './portable-schema.ts';
import { type CritiqueRound, UNSCORED } from './staged.ts';
import { utf8Length } from './text.ts';

/** Where an import breaks a rule, and what must stand there. */
export interface Broken {
  readonly at: string;
  readonly expected: string;
}

/** The first rule between the fields of an import that does not hold; null when all do. */
export function brokenRule(session: ImportedSession): Broken | null {
  const { expected_stages, current_stage, thoughts } = session;
  const stages = new Set(expected_stages);
  if (stages.size < expected_stages.length) return { at: 'expected_stages', expected: 'unique names' };
  if (!stages.has(current_stage)) return { at: 'current_stage', expected: 'one of expected_stages' };
  const ids = thoughts.flatMap((each) => each.id ?? []);
  if (new Set(ids).size < ids.length) return { at: 'thoughts.id', expected: 'unique ids' };
  const pointer = brokenPointer(session);
  if (pointer !== null) return pointer;
  for (const [index, thought] of thoughts.entries()) {
    const broken = brokenThought(thought, `thoughts.${index}`);
    if (broken !== null) return broken;
  }
  return null;
}

function brokenPointer({ current_thought_id, current_stage, thoughts }: ImportedSession): Broken | null {
  if (current_thought_id === null) return null;
  const open = thoughts.find((each) => each.id === current_thought_id);
  if (open === undefined || open.committed || open.discarded)
    return { at: 'current_thought_id', expected: 'an open thought' };
  const isHere = open.stage === current_stage;
  return isHere ? null : { at: 'current_thought_id', expected: `thought of ${current_stage}` };
}

function brokenThought(thought: ImportedThought, at: string): Broken | null {
  const { critique_rounds: rounds, specialist_rounds, committed, committed_round: kept } = thought;
  if (rounds.some((round, position) => round.round_index !== position))
    return { at: `${at}.critique_rounds`, expected: 'consecutive indexes' };
  if (rounds.slice(0, committed ? undefined : -1).some(isUnfinished))
    return { at: `${at}.critique_rounds`, expected: 'finished rounds' };
  if (kept !== null && kept >= Math.max(rounds.length, specialist_rounds.length))
    return { at: `${at}.committed_round`, expected: 'an existing round' };
  return committed && thought.discarded ? { at: `${at}.discarded`, expected: 'false' } : null;
}

const isUnfinished = (round: CritiqueRound) =>
  round.critique_text === '' || round.refined_content === '' || round.delta_score === UNSCORED;

/** The first text with more than `limit` bytes of UTF-8, by its path; null when none is too long. */
export function longText(value: unknown, limit: number, at = ''): Broken | null {
  if (typeof value === 'string')
    return utf8Length(value) > limit ? { at, expected: `at most ${limit} bytes` } : null;
  if (typeof value !== 'object' || value === null) return null;
  for (const [key, inner] of Object.entries(value)) {
    const found = longText(inner, limit, at === '' ? key : `${at}.${key}`);
    if (found !== null) return found;
  }
  return null;
}
