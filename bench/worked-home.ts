import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { SCHEMA_VERSION } from '../src/core/session.ts';

const WORDS = 30_000;
const STAGES = ['Problem Definition', 'Research', 'Analysis', 'Synthesis', 'Conclusion'];
const SYLLABLES = 'ba ke di lo mu na pe ri so tu va we xi yo zu cha ster ing tion ment'.split(' ');

/** Numbers from 0 to 1 that are the same in every run. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const random = seeded(7);
const syllable = () => SYLLABLES[Math.floor(random() * SYLLABLES.length)] ?? '';
const vocabulary = Array.from({ length: WORDS }, () =>
  Array.from({ length: 2 + Math.floor(random() * 3) }, syllable).join(''),
);

/** A word; a few are frequent and most are rare, as in any language. */
const word = () => vocabulary[Math.floor(random() ** 3 * WORDS)] ?? '';
const text = (words: number) => `${Array.from({ length: words }, word).join(' ')}.`;

/** Three words that some sessions hold: a frequent one, a middling one and a rare one. */
export function wordsFor(round: number): string {
  return [20 + round, 700 + 13 * round, 9000 + 101 * round].map((at) => vocabulary[at]).join(' ');
}

const thought = (stage: string, at: number, time: string) => ({
  id: `t${at + 1}`,
  stage,
  position: 0,
  timestamp: time,
  content: text(90),
  draft_content: text(80),
  tags: [],
  axioms: [],
  challenged_assumptions: [],
  critique_rounds: [0, 1].map((round_index) => ({
    round_index,
    lens: 'steel_man',
    critique_text: text(50),
    refined_content: text(85),
    delta_score: 0.1,
    utility_vector: null,
    edit_distance: 0.3,
  })),
  specialist_rounds: [],
  specialist_plan: null,
  final_utility_scores: null,
  committed: true,
  committed_round: 1,
  discarded: false,
});

/** Fills a home with finished sessions of five thoughts, critiqued twice each; returns the ids. */
export function fillWorkedHome(home: string, sessions: number): string[] {
  const folder = join(home, 'sessions');
  mkdirSync(folder, { recursive: true });
  return Array.from({ length: sessions }, (_, n) => {
    const time = new Date(Date.UTC(2026, 0, 1) + n * 60_000).toISOString();
    const session = {
      schema_version: SCHEMA_VERSION,
      id: `s${n.toString(36).padStart(7, 'a')}`,
      protocol: 'serial',
      status: 'active',
      revision: 20,
      created_at: time,
      updated_at: time,
      finalized_at: null,
      project: 'bench',
      question: text(12),
      overrides: {},
      move_history: [],
      decisions: [],
      expected_stages: STAGES,
      current_stage: 'Conclusion',
      current_thought_id: null,
      thoughts: STAGES.map((stage, at) => thought(stage, at, time)),
    };
    writeFileSync(join(folder, `${session.id}.json`), `${JSON.stringify(session, null, 2)}\n`);
    return session.id;
  });
}
