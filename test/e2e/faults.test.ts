import { spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { hostname } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { claim, release } from '../../src/store/owner.ts';
import { connect, type Reply } from '../support/client.ts';
import { brokenRules } from '../support/reply-rules.ts';
import { sessionIn } from '../support/serial-phases.ts';
import { type SharedSession, sharedSession } from '../support/shared-session.ts';
import { sessionFile, tempHome } from '../support/temp-home.ts';

/** How long a call may wait for a lock, and how soon the lock of a dead process has to be taken over. */
const GIVES_UP_MS = 12_000;
const TAKES_OVER_MS = 5_000;

const START = { question: 'Edge or origin?', mode: 'serial' };

type Server = Pick<SharedSession, 'call' | 'result'> & { tools: SharedSession['tools'] };

/** Makes a call that must bring this fault in plain words, and returns the reply. */
async function fault(
  session: Server,
  [tool, args]: readonly [string, object],
  expected: { code: string; next_tool: string; names: string; error?: string },
): Promise<Reply> {
  const { names, error = expected.code, ...fields } = expected;
  const result = await session.result(tool, args);
  expect(brokenRules(result, session.tools())).toEqual([]);
  expect(result.reply).toMatchObject({ error, ...fields, retryable: error !== fields.code });
  expect(result.reply.message).toMatch(/^[A-Z][^{}]*[.)]$/);
  expect(result.reply.message).toContain(names);
  return result.reply;
}

/** A server of its own with the tools as a function, like the shared one. */
async function ownServer(options: Parameters<typeof connect>[0]) {
  const session = await connect(options);
  return { ...session, tools: () => session.tools };
}

const lockOf = (home: string, id: string) => join(home, 'locks', `session-${id}.lock`);
const rowOf = async (session: Server, id: string) => {
  const { sessions } = await session.call('list_sessions', { limit: 100 });
  return (sessions as readonly Reply[]).find((row) => row.id === id);
};

describe('a session file', () => {
  const session = sharedSession();
  const file = (id: string) => sessionFile(session.home(), id);

  it('that is gone is named, listed with its fault, and works again when it is back', async () => {
    const id = await sessionIn(session, 'await_refine');
    const text = readFileSync(file(id));
    unlinkSync(file(id));
    const expected = { code: 'session_file_missing', next_tool: 'list_sessions', names: file(id) };
    await fault(session, ['next_action', { session_id: id }], expected);
    await fault(session, ['refine_current_thought', { session_id: id, new_content: 'x' }], expected);
    expect(await rowOf(session, id)).toMatchObject({ fault: 'session_file_missing' });
    writeFileSync(file(id), text);
    expect(await session.call('next_action', { session_id: id })).toMatchObject({
      code: 'loop_await_refine',
    });
    expect(await rowOf(session, id)).not.toHaveProperty('fault');
  });

  it('that is gone for good can be cleared away', async () => {
    const id = await sessionIn(session, 'no_thought');
    unlinkSync(file(id));
    const cleared = await session.call('clear_session', { session_id: id });
    expect(cleared).toMatchObject({ status: 'cleared', trashed_path: null });
    expect(await rowOf(session, id)).toBe(undefined);
  });

  it('that was moved and is gone is named where it lay', async () => {
    const id = await sessionIn(session, 'no_thought');
    const shelf = join(dirname(session.home()), 'shelf');
    mkdirSync(shelf);
    await session.call('move_session', { session_id: id, new_path: shelf });
    renameSync(shelf, `${shelf}-unplugged`);
    const names = join(shelf, `${id}.json`);
    const expected = { code: 'session_file_missing', next_tool: 'list_sessions', names };
    await fault(session, ['next_action', { session_id: id }], expected);
    renameSync(`${shelf}-unplugged`, shelf);
    expect(await session.call('next_action', { session_id: id })).not.toHaveProperty('error');
  });

  it.each([
    ['torn', '{"id": "'],
    ['empty', ''],
    ['another document', '{"hello": "world"}'],
    ['no UTF-8', Buffer.from([0x7b, 0xff, 0x7d])],
  ])('that is %s is left as it is, with a copy kept before the first write', async (_, bytes) => {
    const id = await sessionIn(session, 'no_thought');
    const good = readFileSync(file(id));
    writeFileSync(file(id), bytes);
    const expected = { code: 'session_corrupt', next_tool: 'list_sessions', names: file(id) };
    await fault(session, ['next_action', { session_id: id }], expected);
    const reply = await fault(session, ['begin_thought', { session_id: id, content: 'A draft.' }], {
      ...expected,
      names: 'copy',
    });
    const copy = readdirSync(dirname(file(id))).find((name) => name.startsWith(`${id}.corrupt-`)) ?? '';
    expect(reply.message).toContain(copy);
    expect(readFileSync(join(dirname(file(id)), copy))).toEqual(Buffer.from(bytes));
    expect(readFileSync(file(id))).toEqual(Buffer.from(bytes));
    expect(await rowOf(session, id)).toMatchObject({ fault: 'session_corrupt' });
    writeFileSync(file(id), good);
    expect(await session.call('begin_thought', { session_id: id, content: 'A draft.' })).not.toHaveProperty(
      'error',
    );
  });

  it('of a newer version can be read and is not written', async () => {
    const id = await sessionIn(session, 'zero_rounds');
    const newer = { ...JSON.parse(readFileSync(file(id), 'utf8')), schema_version: 99, from_tomorrow: true };
    writeFileSync(file(id), JSON.stringify(newer));
    expect(await session.call('resume_session', { session_id: id })).toMatchObject({ thought_count: 1 });
    const expected = { code: 'session_newer', next_tool: 'list_sessions', names: 'newer' };
    await fault(session, ['critique_current_thought', { session_id: id }], expected);
    await fault(session, ['move_session', { session_id: id, new_path: '~' }], expected);
    expect(JSON.parse(readFileSync(file(id), 'utf8'))).toEqual(newer);
  });

  it('of a dead process does not lock anybody out', async () => {
    const id = await sessionIn(session, 'no_thought');
    const { pid } = spawnSync(process.execPath, ['--version']);
    const owner = { ...claim(hostname()), pid, started: null };
    writeFileSync(lockOf(session.home(), id), JSON.stringify(owner));
    const began = performance.now();
    const reply = await session.call('begin_thought', { session_id: id, content: 'A draft.' });
    expect(reply).not.toHaveProperty('error');
    expect(performance.now() - began).toBeLessThan(TAKES_OVER_MS);
  });

  // Slow by nature: the server really waits before it gives up.
  it('that a living process holds is given up in time, with the process named', async () => {
    const id = await sessionIn(session, 'no_thought');
    const owner = claim(hostname());
    writeFileSync(lockOf(session.home(), id), JSON.stringify(owner));
    const began = performance.now();
    const call = ['begin_thought', { session_id: id, content: 'A draft.' }] as const;
    await fault(session, call, {
      code: 'lock_held',
      error: 'storage_unavailable',
      next_tool: 'begin_thought',
      names: `process ${process.pid}`,
    });
    expect(performance.now() - began).toBeLessThan(GIVES_UP_MS);
    // Reading needs no lock.
    expect(await session.call('next_action', { session_id: id })).toMatchObject({
      next_tool: 'begin_thought',
    });
    unlinkSync(lockOf(session.home(), id));
    release(owner);
    expect(await session.call(...call)).not.toHaveProperty('error');
  }, 30_000);
});

describe('a session with open work', () => {
  it('is taken away only by its exact id and by a tool that says so, and comes back from the copy it leaves', async () => {
    const home = tempHome();
    const session = await ownServer({ home });
    const id = await sessionIn(session, 'await_refine');
    const path = sessionFile(home, id);
    const whole = readFileSync(path, 'utf8');
    for (const near of [id.slice(0, -1), `${id}x`, id.toUpperCase(), ` ${id}`, '*', ''])
      expect(await session.call('clear_session', { session_id: near })).toHaveProperty('error');
    expect(readFileSync(path, 'utf8')).toBe(whole);
    expect(session.tools().filter(({ destructive }) => destructive)).toMatchObject([
      { name: 'clear_session', required: ['session_id'] },
    ]);
    const { trashed_path } = await session.call('clear_session', { session_id: id });
    expect(readFileSync(String(trashed_path), 'utf8')).toBe(whole);
    renameSync(String(trashed_path), path);
    expect(await session.call('next_action', { session_id: id })).toMatchObject({
      code: 'loop_await_refine',
    });
  });
});

describe('a session that outgrows its limit', () => {
  it('keeps what it has and refuses the call that is too much', async () => {
    const session = await ownServer({ home: tempHome(), args: ['--set', 'limits.session_mib=1'] });
    const id = await sessionIn(session, 'no_thought');
    const content = 'x'.repeat(250 * 1024);
    const begin = ['begin_thought', { session_id: id, content, discard: true }] as const;
    for (let times = 0; times < 4; times += 1)
      expect(await session.call(...begin)).not.toHaveProperty('error');
    const expected = { code: 'session_too_large', next_tool: 'export_session', names: 'limit' };
    await fault(session, begin, expected);
    expect(await session.call('resume_session', { session_id: id })).toMatchObject({ thought_count: 4 });
    expect(await session.call('commit_thought', { session_id: id })).toMatchObject({ code: 'zero_rounds' });
  });
});

describe('a data root', () => {
  it('that goes away in mid-run is named, and all is well when it is back', async () => {
    const home = tempHome();
    const session = await ownServer({ home });
    const id = await sessionIn(session, 'zero_rounds');
    renameSync(home, `${home}-away`);
    const expected = { code: 'home_missing', next_tool: 'start_session', names: home };
    await fault(session, ['critique_current_thought', { session_id: id }], expected);
    await fault(session, ['next_action', { session_id: id }], expected);
    await fault(session, ['list_sessions', {}], expected);
    expect(existsSync(home)).toBe(false);
    renameSync(`${home}-away`, home);
    expect(await session.call('critique_current_thought', { session_id: id })).toHaveProperty('lens');
    expect(session.server.stderr()).toBe('');
  });

  it('that is deleted in mid-run is made again by the next session', async () => {
    const home = tempHome();
    const session = await ownServer({ home });
    await sessionIn(session, 'zero_rounds');
    rmSync(home, { recursive: true });
    const started = await session.call('start_session', START);
    expect(started).not.toHaveProperty('error');
    const { sessions } = await session.call('list_sessions');
    expect(sessions).toEqual([expect.objectContaining({ id: started.session_id })]);
  });

  it('below a file is named by every call that needs it, until the file is out of the way', async () => {
    const file = join(tempHome(), 'a-file');
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, '');
    const home = join(file, 'home');
    const session = await ownServer({ home });
    const expected = { code: 'home_missing', names: home };
    await fault(session, ['start_session', START], { ...expected, next_tool: 'start_session' });
    const data = { question: 'Edge?', expected_stages: ['A'], current_stage: 'A' };
    await fault(session, ['import_session', { data }], { ...expected, next_tool: 'start_session' });
    expect(await session.call('list_modes')).not.toHaveProperty('error');
    unlinkSync(file);
    expect(await session.call('start_session', START)).not.toHaveProperty('error');
    expect(session.server.stderr()).toBe('');
  });

  it.skipIf(process.getuid?.() === 0)('that may not be written is named', async () => {
    const home = tempHome();
    mkdirSync(home, { recursive: true, mode: 0o500 });
    const session = await ownServer({ home });
    const expected = { code: 'permission_denied', next_tool: 'start_session', names: home };
    await fault(session, ['start_session', START], expected);
  });

  it('without its index is listed from its files', async () => {
    const home = tempHome();
    const session = await ownServer({ home });
    const id = await sessionIn(session, 'zero_rounds');
    rmSync(join(home, 'index.json'));
    expect(await rowOf(session, id)).toMatchObject({ id, thought_count: 1 });
    session.server.closeStdin();
    await session.server.ended;
    writeFileSync(join(home, 'index.json'), 'no index');
    const second = await ownServer({ home });
    expect(await rowOf(second, id)).toMatchObject({ id, thought_count: 1 });
  });
});
