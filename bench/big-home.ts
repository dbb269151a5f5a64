import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { SCHEMA_VERSION } from '../src/core/session.ts';

const LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789';

/** The id of session number `n`, unlike the others. */
function idOf(n: number): string {
  let rest = n;
  let id = '';
  for (let place = 0; place < 8; place += 1) {
    id += LETTERS[rest % LETTERS.length];
    rest = Math.floor(rest / LETTERS.length);
  }
  return id;
}

/** Fills a home with session files as the server writes them, without an index. */
export function fillHome(home: string, sessions: number): void {
  const folder = join(home, 'sessions');
  mkdirSync(folder, { recursive: true });
  for (let n = 0; n < sessions; n += 1) {
    const time = new Date(Date.UTC(2026, 0, 1) + n * 60_000).toISOString();
    const session = {
      schema_version: SCHEMA_VERSION,
      id: idOf(n),
      protocol: 'serial',
      status: 'active',
      revision: 1,
      created_at: time,
      updated_at: time,
      finalized_at: null,
      project: 'bench',
      question: `Which of the ${sessions} questions is number ${n}?`,
      overrides: {},
      move_history: [],
      decisions: [],
      expected_stages: ['Only'],
      current_stage: 'Only',
      current_thought_id: null,
      thoughts: [],
    };
    writeFileSync(join(folder, `${session.id}.json`), `${JSON.stringify(session, null, 2)}\n`);
  }
}
