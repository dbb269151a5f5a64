import { mkdirSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

/** The sessions of the fixture. */
export const OPEN = '3f2b8c1d9e4a4b7f8c6d5e4f3a2b1c0d';
export const MOVED = 'a81d4fae7dec4d1aa76500a0c91e6bf6';
export const TORN = '0c9f6e2b1a7d4c3e9b8a7f6e5d4c3b2a';
/** One whose file is missing, with a backup beside it. */
export const LOST = '77aa11bb22cc33dd44ee55ff66007788';

const STAGES = ['Problem Definition', 'Research', 'Analysis', 'Synthesis', 'Conclusion'];
const SCORES = {
  correctness: 0.7,
  evidence: 0.5,
  novelty: 0.4,
  clarity: 0.8,
  bias_resistance: 0.6,
  actionability: 0.7,
  coverage: 0.5,
};

const CONFIG = `[store]
root = "~/deep-think-mcp"

[modes]
default = "serial"

[serial]
max_rounds = 4
score_threshold = 0.05
fast_mode = false

[subagent]
engine = "manual"
endpoint = ""

[autopilot]
endpoint = ""
model = ""
`;

interface Round {
  readonly critique: string;
  readonly rewrite: string;
  readonly delta: number;
}

const roundOf = ({ critique, rewrite, delta }: Round, index: number) => ({
  round_index: index,
  lens: ['overconfidence', 'weak_evidence'][index] ?? 'steel_man',
  critique_text: critique,
  refined_content: rewrite,
  delta_score: delta,
});

function thoughtOf(id: string, content: string, committed: boolean, rounds: readonly Round[]) {
  return {
    id,
    stage: STAGES[0],
    content,
    position: 0,
    timestamp: '2025-11-03T09:15:42.123456Z',
    tags: ['caching'],
    axioms: [],
    challenged_assumptions: committed ? ['Reads are public'] : [],
    critique_rounds: rounds.map(roundOf),
    specialist_rounds: [],
    final_utility_scores: committed ? SCORES : null,
    committed,
  };
}

type Thought = ReturnType<typeof thoughtOf>;

function sessionOf(id: string, path: string, over: Record<string, unknown>, thoughts: readonly Thought[]) {
  return {
    id,
    question: 'Cache at the edge or at the origin? – größer gedacht',
    created_at: '2025-11-03T09:15:30.000001Z',
    mode: 'serial',
    expected_stages: STAGES,
    current_stage: STAGES[0],
    current_thought_id: null,
    status: 'active',
    finalized_at: null,
    save_path: path,
    overrides: {},
    move_history: [],
    thoughts,
    decisions: [],
    ...over,
  };
}

type Session = ReturnType<typeof sessionOf>;
const textOf = (session: Session) => JSON.stringify(session, null, 2);

function entryOf(session: Session) {
  const time = String(session.created_at).replace('Z', '+00:00');
  return {
    created_at: time,
    mode: session.mode,
    path: session.save_path,
    status: session.status,
    updated_at: time,
  };
}

/** Writes a file with the lock file that the original leaves beside it. */
function put(path: string, text: string): void {
  writeFileSync(path, text);
  writeFileSync(`${path}.lock`, '');
}

function sessionsIn(home: string, papers: string): readonly Session[] {
  const own = (id: string) => join(home, 'sessions', `${id}.json`);
  const pending = { critique: 'No source is named.', rewrite: '', delta: -2 };
  const done = { critique: 'Too sure of itself.', rewrite: 'Cache public reads at the edge.', delta: 0.6 };
  const openId = '5d1b6f0e8a7c4d3f9e2b1a0c9d8e7f6a';
  const moved = join(papers, 'decision.json');
  const move = {
    from_path: own(MOVED),
    to_path: moved,
    timestamp: '2025-11-04T08:00:00.500000Z',
    unlink_failed: false,
  };
  return [
    sessionOf(OPEN, own(OPEN), { current_thought_id: openId }, [
      thoughtOf(openId, 'Cache everything at the edge.', false, [pending]),
    ]),
    sessionOf(
      MOVED,
      moved,
      { status: 'finalized', finalized_at: '2025-11-04T07:59:00Z', move_history: [move] },
      [thoughtOf('9b8a7f6e5d4c4b2aa1c0d9e8f7a6b5c4', 'Cache public reads at the edge.', true, [done])],
    ),
    sessionOf(TORN, own(TORN), { mode: null, question: 'Which queue?' }, []),
    sessionOf(LOST, own(LOST), { question: 'Which database?' }, []),
  ];
}

/**
 * Writes a home as the original Python server leaves it: an open session that waits for a rewrite, one that
 * was finished and moved out, one torn in the middle of a write, one whose file is gone but for its backup.
 */
export function makeOriginalHome(home: string): { papers: string; movedPath: string } {
  const papers = join(dirname(home), 'my papers');
  for (const folder of [join(home, 'sessions'), join(home, 'logs'), papers])
    mkdirSync(folder, { recursive: true });
  writeFileSync(join(home, 'config.toml'), CONFIG);
  const sessions = sessionsIn(home, papers);
  for (const session of sessions) {
    const { id, save_path: path } = session;
    const text = textOf(session);
    if (id === TORN) put(path, text.slice(0, text.length / 3));
    if (id === TORN || id === LOST) writeFileSync(`${path}.bak`, text);
    else put(path, text);
  }
  const sorted = [...sessions].sort((one, other) => (one.id < other.id ? -1 : 1));
  const entries = Object.fromEntries(sorted.map((session) => [session.id, entryOf(session)]));
  put(join(home, 'index.json'), JSON.stringify(entries, null, 2));
  return { papers, movedPath: join(papers, basename('decision.json')) };
}
