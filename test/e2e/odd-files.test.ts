import { execFileSync } from 'node:child_process';
import { readFileSync, rmSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { connect } from '../support/client.ts';
import { startProcess } from '../support/server-process.ts';
import { tempHome } from '../support/temp-home.ts';

/** Something that waits for a partner, or something endless, where a file should be. */
const pipe = (path: string) => execFileSync('mkfifo', [path]);
const endless = (path: string) => symlinkSync('/dev/zero', path);

/** A home with one serial session that has a draft. */
async function home(): Promise<{ home: string; id: string }> {
  const path = tempHome();
  const session = await connect({ home: path });
  const { session_id } = await session.call('start_session', { question: 'Edge or origin?', mode: 'serial' });
  await session.call('begin_thought', { session_id, content: 'At the edge.' });
  await session.call('search_sessions', { query: 'edge' });
  return { home: path, id: String(session_id) };
}

describe('something that is no file, in the data folder', () => {
  it('stops nobody', async () => {
    const { home: root, id } = await home();
    for (const name of ['sessions/rev-zzzz.json', 'lenses/odd.md', 'index.json', 'search']) {
      rmSync(join(root, name), { recursive: true, force: true });
      pipe(join(root, name));
    }
    endless(join(root, 'sessions/zzzzzzzz.json'));
    endless(join(root, 'lenses/endless.md'));
    const { call } = await connect({ home: root });
    const listed = await call('list_sessions');
    expect(JSON.stringify(listed.sessions)).toContain(id);
    expect(await call('search_sessions', { query: 'edge' })).toMatchObject({ count: 1 });
    const draft = await call('critique_current_thought', { session_id: id });
    expect(draft).toMatchObject({ next_tool: 'submit_critique' });
    expect(await call('start_session', { question: 'Next?', mode: 'serial' })).toHaveProperty('session_id');
  });

  it.each([
    ['sessions/ID.json', pipe],
    ['sessions/ID.tail.jsonl', endless],
    ['config.toml', pipe],
    ['config.toml', endless],
  ])('is told by name: %s', async (place, put) => {
    const { home: root, id } = await home();
    const path = join(root, place.replace('ID', id));
    rmSync(path, { force: true });
    put(path);
    const { call } = await connect({ home: root });
    const refused = await call('critique_current_thought', { session_id: id });
    const error = place === 'config.toml' ? 'config_invalid' : 'storage_unavailable';
    expect(refused).toMatchObject({ error });
    expect(refused.message).toContain(path);
    expect(refused.message).toContain('Ask the user');
    if (place === 'config.toml') return;
    const { trashed_path } = await call('clear_session', { session_id: id });
    expect(String(trashed_path)).toContain('trash');
    expect(await call('list_sessions')).toMatchObject({ count: 0 });
  });
});

describe('show', () => {
  it('does not write over the session itself', async () => {
    const { home: root, id } = await home();
    const path = join(root, 'sessions', `${id}.json`);
    const before = readFileSync(path);
    const command = startProcess({ home: root, args: ['show', id, '--out', path] });
    expect(await command.ended).toMatchObject({ code: 1 });
    expect(command.stderr()).toContain(path);
    expect(readFileSync(path)).toEqual(before);
  });

  it('does not write over a session that was moved away', async () => {
    const { home: root, id } = await home();
    const path = join(dirname(tempHome()), 'moved.json');
    const { call } = await connect({ home: root });
    expect(await call('move_session', { session_id: id, new_path: path })).not.toHaveProperty('error');
    const before = readFileSync(path);
    const command = startProcess({ home: root, args: ['show', id, '--format', 'json', '--out', path] });
    expect(await command.ended).toMatchObject({ code: 1 });
    expect(command.stderr()).toContain('moved');
    expect(readFileSync(path)).toEqual(before);
  });
});

describe('a data folder that the system denies', () => {
  it('is told, and does not hang the server', async () => {
    const { call } = await connect({ home: '/proc/nowhere/deep' });
    expect(await call('start_session', { question: 'Edge?', mode: 'serial' })).toMatchObject({
      error: 'home_missing',
    });
  });
});
