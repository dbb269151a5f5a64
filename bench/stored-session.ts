import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { SCHEMA_VERSION } from '../src/core/session.ts';

/** What one stored session of stages has of its own. */
interface Contents {
  readonly id: string;
  readonly time: string;
  readonly question: string;
  readonly thoughts: readonly object[];
}

/** Writes session files into a home as the server does, without an index; gives the size of the file in bytes. */
export function sessionWriter(home: string): (contents: Contents) => number {
  const folder = join(home, 'sessions');
  mkdirSync(folder, { recursive: true });
  return ({ id, time, question, thoughts }) => {
    const session = {
      schema_version: SCHEMA_VERSION,
      id,
      protocol: 'serial',
      status: 'active',
      revision: 1,
      created_at: time,
      updated_at: time,
      finalized_at: null,
      project: 'bench',
      question,
      overrides: {},
      move_history: [],
      decisions: [],
      expected_stages: ['Only'],
      current_stage: 'Only',
      current_thought_id: null,
      thoughts,
    };
    const text = `${JSON.stringify(session, null, 2)}\n`;
    writeFileSync(join(folder, `${id}.json`), text);
    return Buffer.byteLength(text);
  };
}
