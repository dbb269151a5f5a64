import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connect, type Session } from '../support/client.ts';
import { GOOD_CALLS } from '../support/good-calls.ts';
import { RECORD_CALLS, recordFor } from '../support/record-calls.ts';
import { sessionIn } from '../support/serial-phases.ts';
import { draft } from '../support/session-drafts.ts';
import { sessionFile, tempHome } from '../support/temp-home.ts';

const SESSIONS = 2000;
const FILE_BYTES = 20_000;
/** A quarter of all that is stored: more than a page of a hundred sessions, less than a look at every file. */
const MOST_READ = (SESSIONS * FILE_BYTES) / 4;

function fill(home: string): void {
  mkdirSync(join(home, 'sessions'), { recursive: true });
  for (let n = 0; n < SESSIONS; n += 1) {
    const id = `old${String(n).padStart(5, '0')}`;
    const created_at = new Date(Date.UTC(2026, 0, 1) + n * 60_000).toISOString();
    const words = `number ${n} `.repeat(FILE_BYTES / 10).slice(0, FILE_BYTES);
    const session = { id, ...draft({ created_at, updated_at: created_at, expected_stages: ['One'] }) };
    writeFileSync(sessionFile(home, id), JSON.stringify({ ...session, current_stage: 'One', notes: words }));
  }
}

/** The bytes that a process has read so far; null where the system does not count them. */
function bytesRead(pid: number): number | null {
  try {
    return Number(/^rchar: (\d+)$/m.exec(readFileSync(`/proc/${pid}/io`, 'utf8'))?.[1]);
  } catch {
    return null;
  }
}

describe('beside 2,000 session files of 20 kB', () => {
  const ends: (() => void)[] = [];
  const onEnd = (end: () => void) => void ends.push(end);
  let home = '';
  let session: Session;

  beforeAll(async () => {
    home = tempHome(onEnd);
    fill(home);
    session = await connect({ home, onEnd });
    // The files were written by nobody's server, so each is read once for the list and once for the search.
    expect(await session.call('list_sessions')).toMatchObject({ count: SESSIONS });
    await session.call('search_sessions', { query: 'number' });
    // Which the count of bytes shows, where there is one.
    expect(bytesRead(session.server.pid) ?? Number.POSITIVE_INFINITY).toBeGreaterThan(4 * MOST_READ);
  });
  afterAll(() => {
    for (const end of ends.reverse()) end();
  });

  /** Answers, and reads far less than all files together. */
  async function expectFrugal(tool: string, args: object): Promise<void> {
    const before = bytesRead(session.server.pid) ?? 0;
    const { isError, reply } = await session.result(tool, args);
    const after = bytesRead(session.server.pid) ?? 0;
    expect([isError, reply.error]).toEqual([false, undefined]);
    expect(after - before).toBeLessThan(MOST_READ);
  }

  it('a start answers without reading them', async () => {
    const { server, call } = await connect({ home });
    expect(bytesRead(server.pid) ?? 0).toBeLessThan(MOST_READ);
    expect(await call('next_action')).toHaveProperty('open_sessions');
    expect(bytesRead(server.pid) ?? 0).toBeLessThan(MOST_READ);
  });

  it.each(Object.entries(GOOD_CALLS))('%s does not read them all', async (tool, { phase, args }) => {
    const id = phase === null ? {} : { session_id: await sessionIn(session, phase) };
    await expectFrugal(tool, { ...id, ...args });
  });

  it.each(Object.entries(RECORD_CALLS))('%s does not read them all', async (tool, row) => {
    const own = await recordFor(session, row);
    await expectFrugal(tool, { ...own, ...row.args });
  });

  it('neither do next_action without an id, list_reviews and an unknown id', async () => {
    await expectFrugal('next_action', {});
    await expectFrugal('list_reviews', {});
    await expectFrugal('list_sessions', { limit: 100 });
    expect(await session.call('resume_session', { session_id: 'old0000' })).toMatchObject({
      nearest_id: expect.stringMatching(/^old/),
    });
  });
});
