import { existsSync, lstatSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { connect, disconnect } from '../support/client.ts';
import { sessionIn } from '../support/serial-phases.ts';
import { sessionFile, tempHome } from '../support/temp-home.ts';
import { thought } from '../support/thought.ts';

/** A data root with one session, and no server on it. */
async function rootWithSession() {
  const home = tempHome();
  const session = await connect({ home });
  const id = await sessionIn(session, 'no_thought');
  await disconnect(session);
  return { home, id, outside: join(dirname(home), 'outside.json') };
}

describe('a link in the data folder', () => {
  it('in place of a session file is replaced by the next change, and the file behind it stays as it is', async () => {
    const { home, id, outside } = await rootWithSession();
    renameSync(sessionFile(home, id), outside);
    symlinkSync(outside, sessionFile(home, id));
    const before = readFileSync(outside, 'utf8');
    const { call } = await connect({ home });
    const begun = await call('begin_thought', { session_id: id, content: 'At the edge.' });
    expect(begun).not.toHaveProperty('error');
    expect(readFileSync(outside, 'utf8')).toBe(before);
    expect(lstatSync(sessionFile(home, id)).isSymbolicLink()).toBe(false);
  });

  it('in place of a session file goes into the trash as a link, without the file behind it', async () => {
    const { home, id, outside } = await rootWithSession();
    renameSync(sessionFile(home, id), outside);
    symlinkSync(outside, sessionFile(home, id));
    const { call } = await connect({ home });
    expect(await call('clear_session', { session_id: id })).toMatchObject({ status: 'cleared' });
    expect(existsSync(outside)).toBe(true);
    expect(existsSync(sessionFile(home, id))).toBe(false);
  });

  it('in place of a tail takes no line', async () => {
    const { home, outside } = await rootWithSession();
    const session = await connect({ home });
    const tail = sessionFile(home, 'long').replace(/json$/, 'tail.jsonl');
    const long = (number: number) =>
      thought(number, { sessionId: 'long', thought: `About ${number}. ${'word '.repeat(3000)}` });
    for (let number = 1; !existsSync(tail); number += 1)
      await session.call('sequentialthinking', long(number));
    await disconnect(session);
    writeFileSync(outside, '');
    rmSync(tail, { force: true });
    symlinkSync(outside, tail);
    const again = await connect({ home });
    const { isError } = await again.result('sequentialthinking', long(90));
    expect(isError).toBe(true);
    expect(readFileSync(outside, 'utf8')).toBe('');
  });

  it('in place of the index leads no write into the file behind it', async () => {
    const { home, outside } = await rootWithSession();
    writeFileSync(outside, 'Not ours.');
    rmSync(join(home, 'index.json'));
    symlinkSync(outside, join(home, 'index.json'));
    const { call } = await connect({ home });
    await call('start_session', { question: 'Next?', mode: 'serial' });
    expect(await call('list_sessions')).toMatchObject({ count: 2 });
    expect(readFileSync(outside, 'utf8')).toBe('Not ours.');
  });

  it('in place of an export is replaced by the next one', async () => {
    const { home, id, outside } = await rootWithSession();
    writeFileSync(outside, 'Not ours.');
    const { call } = await connect({ home });
    for (let count = 0; count < 4; count += 1)
      await call('begin_thought', { session_id: id, content: 'word '.repeat(4000), discard: true });
    const path = String((await call('export_session', { session_id: id, format: 'markdown' })).export_path);
    rmSync(path);
    symlinkSync(outside, path);
    expect(await call('export_session', { session_id: id, format: 'markdown' })).toMatchObject({
      export_path: path,
    });
    expect(lstatSync(path).isSymbolicLink()).toBe(false);
    expect(readFileSync(outside, 'utf8')).toBe('Not ours.');
  });
});
