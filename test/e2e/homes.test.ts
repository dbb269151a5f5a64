import { cpSync, existsSync, lstatSync, mkdirSync, readdirSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { connect, type Reply } from '../support/client.ts';
import { playRound, sessionIn } from '../support/serial-phases.ts';
import { sharedSession } from '../support/shared-session.ts';
import { tempHome } from '../support/temp-home.ts';

const START = { question: 'Edge or origin?', mode: 'serial' };

/** A folder that stands for the user's home, removed after the test. */
function userFolder(): string {
  const user = dirname(tempHome());
  mkdirSync(user, { recursive: true });
  return user;
}

/** A server with `user` as the user's home and `home` as the text of DEEP_THINK_HOME. */
const serverFor = (user: string, home: string, cwd = user) =>
  connect({ home, cwd, env: { HOME: user, USERPROFILE: user } });

const idsOf = async (session: { call: (tool: string, args?: object) => Promise<Reply> }, args = {}) => {
  const { sessions } = await session.call('list_sessions', { limit: 100, ...args });
  return (sessions as readonly Reply[]).map(({ id }) => id);
};

describe('DEEP_THINK_HOME', () => {
  it.each([
    ['~', '.'],
    ['~/notes', 'notes'],
    ['$HOME/notes', 'notes'],
    ['$\u007bHOME}/notes', 'notes'],
    ['%USERPROFILE%\\notes\\deep', 'notes/deep'],
    ['', 'deep-think-mcp'],
    ['  \t', 'deep-think-mcp'],
    ['~/with spaces', 'with spaces'],
    ['~/issue #7 (é)', 'issue #7 (é)'],
    ['~/~x', '~x'],
    ['~/a/../b/', 'b'],
  ])('%j means the folder %s in the home folder', async (value, folder) => {
    const user = userFolder();
    const session = await serverFor(user, value);
    const { session_id } = await session.call('start_session', START);
    const { save_path } = await session.call('resume_session', { session_id });
    expect(save_path).toBe(join(user, folder, 'sessions', `${session_id}.json`));
    expect(existsSync(String(save_path))).toBe(true);
    expect(session.server.stderr()).toBe('');
  });

  it('may be an absolute path with any name', async () => {
    const home = join(userFolder(), '~x', 'it\'s "mine" & é%20 #1');
    const session = await connect({ home });
    await session.call('start_session', START);
    expect(readdirSync(join(home, 'sessions'))).toHaveLength(1);
  });

  it.each(['data', './data', '../data', '~other/data', '$OTHER/data'])(
    '%j is refused by name, by each call that would store something, and makes nothing',
    async (value) => {
      const user = userFolder();
      const session = await serverFor(user, value);
      for (const [tool, args] of [
        ['start_session', START],
        ['list_sessions', {}],
        ['next_action', { session_id: 'abcd2345' }],
      ] as const) {
        const reply = await session.call(tool, args);
        expect(reply).toMatchObject({ error: 'storage_unavailable' });
        expect(reply.message).toContain('DEEP_THINK_HOME');
        expect(reply.message).toContain(value);
      }
      expect(await session.call('list_modes')).toHaveProperty('modes');
      expect(readdirSync(user)).toEqual([]);
    },
  );

  it('may lead through a link, beside a server that goes straight', async () => {
    const user = userFolder();
    mkdirSync(join(user, 'real'));
    symlinkSync(join(user, 'real'), join(user, 'link'));
    const [straight, linked] = [
      await connect({ home: join(user, 'real') }),
      await connect({ home: join(user, 'link') }),
    ];
    const id = await sessionIn(linked, 'zero_rounds');
    expect(await straight.call('critique_current_thought', { session_id: id })).toHaveProperty('lens');
    expect(await linked.call('next_action', { session_id: id })).toMatchObject({
      code: 'loop_await_critique',
    });
    expect(await idsOf(straight)).toEqual([id]);
    expect(await idsOf(linked)).toEqual([id]);
  });

  it('keeps two homes apart', async () => {
    const homes = [await connect({ home: tempHome() }), await connect({ home: tempHome() })] as const;
    const ids = [await sessionIn(homes[0], 'no_thought'), await sessionIn(homes[1], 'no_thought')];
    expect([await idsOf(homes[0]), await idsOf(homes[1])]).toEqual(ids.map((id) => [id]));
    expect(await homes[0].call('next_action', { session_id: ids[1] })).toMatchObject({
      error: 'session_not_found',
    });
  });
});

describe('the label of a session', () => {
  async function labelOf(
    cwd: string,
    user: string,
    env: Readonly<Record<string, string>> = {},
  ): Promise<unknown> {
    mkdirSync(cwd, { recursive: true });
    const session = await connect({ home: tempHome(), cwd, env: { HOME: user, USERPROFILE: user, ...env } });
    const { session_id } = await session.call('start_session', START);
    return (await session.call('resume_session', { session_id })).project;
  }

  it('is the name of the working folder, which is neither the root nor the home folder', async () => {
    const user = userFolder();
    expect(await labelOf(join(user, 'web shop'), user)).toBe('web shop');
    expect(await labelOf(user, user)).toBe(null);
    expect(await labelOf('/', user)).toBe(null);
  });

  it('is what DEEP_THINK_PROJECT says, unless that is blank', async () => {
    const user = userFolder();
    const cwd = join(user, 'shop');
    expect(await labelOf(cwd, user, { DEEP_THINK_PROJECT: ' mine ' })).toBe('mine');
    expect(await labelOf(cwd, user, { DEEP_THINK_PROJECT: ' ' })).toBe('shop');
  });
});

describe('two programs that ask the same question', () => {
  it('have a session each, and each finds its own by its label', async () => {
    const home = tempHome();
    const [shop, blog] = await Promise.all(
      ['shop', 'blog'].map((label) => connect({ home, env: { DEEP_THINK_PROJECT: label } })),
    );
    if (shop === undefined || blog === undefined) throw new Error('two servers were started');
    const started = await Promise.all([shop, blog].map(({ call }) => call('start_session', START)));
    const ids = started.map(({ session_id }) => session_id);
    expect(new Set(ids).size).toBe(2);
    for (const session of [shop, blog]) {
      expect((await idsOf(session)).sort()).toEqual([...ids].sort());
      expect(await idsOf(session, { project: 'shop' })).toEqual([ids[0]]);
      expect(await idsOf(session, { project: 'blog' })).toEqual([ids[1]]);
    }
  });
});

describe('sessions with labels', () => {
  const session = sharedSession({ DEEP_THINK_PROJECT: 'usual' });

  it('are found by them', async () => {
    const usual = await sessionIn(session, 'no_thought');
    const shop = await sessionIn(session, 'no_thought', { project: 'shop' });
    const closed = await sessionIn(session, 'no_thought', { project: 'shop' });
    await session.call('finalize_session', { session_id: closed });
    expect(await idsOf(session, { project: 'usual' })).toEqual([usual]);
    expect((await idsOf(session, { project: 'shop' })).sort()).toEqual([shop, closed].sort());
    expect(await idsOf(session, { project: 'shop', status: 'active' })).toEqual([shop]);
    expect(await idsOf(session, { project: 'Shop' })).toEqual([]);
    const { count } = await session.call('list_sessions', { project: 'shop', limit: 1 });
    expect(count).toBe(2);
  });

  it('may have labels of 100 characters and stages of 24, and no more', async () => {
    const stages = Array.from({ length: 24 }, (_, at) => `Stage ${at}`);
    const most = { ...START, project: 'p'.repeat(100), stages };
    expect(await session.call('start_session', most)).not.toHaveProperty('error');
    for (const [parameter, value] of [
      ['project', 'p'.repeat(101)],
      ['stages', [...stages, 'One more']],
      ['stages', ['s'.repeat(101)]],
    ] as const) {
      const reply = await session.call('start_session', { ...START, [parameter]: value });
      expect(reply).toMatchObject({ error: 'retry_with_clarification', parameter });
    }
  });
});

describe.skipIf(process.platform === 'win32')('what the server makes', () => {
  const entries = (folder: string): readonly string[] =>
    readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
      const path = join(folder, entry.name);
      return entry.isDirectory() ? [path, ...entries(path)] : [path];
    });

  it('belongs to the user alone', async () => {
    const user = userFolder();
    const home = join(user, 'home');
    const session = await serverFor(user, home);
    const ids = [await sessionIn(session, 'zero_rounds'), await sessionIn(session, 'no_thought')];
    await playRound(session, ids[0] ?? '', 'Measure first.', 0.5);
    await session.call('move_session', { session_id: ids[0], new_path: '~' });
    await session.call('clear_session', { session_id: ids[1] });
    await session.call('import_session', {
      data: { question: 'Edge?', expected_stages: ['A'], current_stage: 'A' },
    });
    const open = [home, ...entries(home), join(user, `${ids[0]}.json`)].filter((path) => {
      const stat = lstatSync(path);
      return (stat.mode & 0o777) !== (stat.isDirectory() ? 0o700 : 0o600);
    });
    expect(open).toEqual([]);
    expect(entries(home).some((path) => path.includes('trash'))).toBe(true);
  });
});

describe('a copied data folder', () => {
  it('never reaches into the one that it was copied from', async () => {
    const user = userFolder();
    const first = await serverFor(user, join(user, 'first'));
    const { session_id } = await first.call('start_session', START);
    await first.call('begin_thought', { session_id, content: 'At the edge.' });
    cpSync(join(user, 'first'), join(user, 'copy'), { recursive: true });
    const copy = await serverFor(user, join(user, 'copy'));
    const { trashed_path } = await copy.call('clear_session', { session_id });
    expect(String(trashed_path)).toContain(join('copy', 'trash'));
    expect(await idsOf(copy)).toEqual([]);
    const gone = { code: 'session_not_found' };
    expect(await copy.call('critique_current_thought', { session_id })).toMatchObject(gone);
    expect(await copy.call('clear_session', { session_id })).toMatchObject(gone);
    expect(await idsOf(first)).toEqual([session_id]);
    expect(await first.call('critique_current_thought', { session_id })).toHaveProperty('lens');
  });
});
