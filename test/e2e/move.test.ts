import { copyFileSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { connect, disconnect } from '../support/client.ts';
import { allFaults } from '../support/refusal-check.ts';
import { type Caller, playRound, sessionIn } from '../support/serial-phases.ts';
import { sharedSession } from '../support/shared-session.ts';
import { locksLeft, sessionBytes, sessionFile, tempHome } from '../support/temp-home.ts';

const read = (path: string) => JSON.parse(readFileSync(path, 'utf8'));

/** A folder of the user, beside the data root. */
function userFolder(home: string, name: string): string {
  const folder = join(dirname(home), name);
  mkdirSync(folder, { recursive: true });
  return folder;
}

/** The place where a session is, as the tools tell it. */
async function placeOf(caller: Caller, id: string): Promise<unknown> {
  return (await caller.call('resume_session', { session_id: id })).save_path;
}

describe('a move that is refused', () => {
  const session = sharedSession();
  const user = () => dirname(session.home());

  /** Paths that must be refused, each with its code; `force` where it must not help. */
  function places(id: string): readonly (readonly [string, string, boolean?])[] {
    const home = session.home();
    const docs = userFolder(home, 'docs');
    const note = join(docs, 'note.txt');
    const link = join(docs, `link-${id}`);
    writeFileSync(note, 'mine');
    symlinkSync(join(home, 'sessions'), link);
    return [
      ['destination_not_absolute', 'docs'],
      ['destination_not_absolute', './docs/x.json'],
      ['destination_not_absolute', '~other/x.json'],
      ['destination_same_as_current', sessionFile(home, id)],
      ['destination_same_as_current', join(home, 'sessions')],
      ['destination_same_as_current', link],
      ['destination_parent_missing', join(docs, 'nowhere', 'x.json')],
      ['destination_parent_not_a_directory', join(note, 'x.json')],
      ['destination_exists', note],
      ['destination_not_a_session', note, true],
      ['destination_not_writable', join(home, 'index.json'), true],
      ['destination_not_writable', join(home, 'config.toml'), true],
      ['destination_not_writable', join(home, 'sessions', 'other.json'), true],
      ['destination_write_failed', join(docs, `${'x'.repeat(300)}.json`)],
      ['destination_write_failed', join(docs, 'a\0b.json')],
    ];
  }

  it('says why, offers the same tool or keep_here, and changes nothing', async () => {
    const id = await sessionIn(session, 'await_score');
    const calls = places(id).map(([code, new_path, force]) => ({
      tool: 'move_session',
      args: { session_id: id, new_path, ...(force === undefined ? {} : { force }) },
      reply: { error: code, code, session_id: id, next_tool: 'move_session', alternative_tool: 'keep_here' },
    }));
    expect(await allFaults(session, calls)).toEqual([]);
    expect(readFileSync(join(user(), 'docs', 'note.txt'), 'utf8')).toBe('mine');
    expect(await placeOf(session, id)).toBe(sessionFile(session.home(), id));
    expect(await session.call('next_action', { session_id: id })).toMatchObject({ code: 'loop_await_score' });
  });

  it.skipIf(process.getuid?.() === 0)('goes to a folder that may not be written', async () => {
    const id = await sessionIn(session, 'no_thought');
    const new_path = join(user(), 'closed');
    mkdirSync(new_path, { mode: 0o500 });
    const code = 'destination_not_writable';
    const call = { tool: 'move_session', args: { session_id: id, new_path }, reply: { error: code, code } };
    expect(await allFaults(session, [call])).toEqual([]);
  });

  it('names the path in its message', async () => {
    const id = await sessionIn(session, 'no_thought');
    const new_path = join(user(), 'nowhere', 'x.json');
    const reply = await session.call('move_session', { session_id: id, new_path });
    expect(reply.destination).toBe(new_path);
    expect(reply.message).toContain(new_path);
  });

  it('never replaces another session, whatever force says', async () => {
    const [mine, other] = [await sessionIn(session, 'no_thought'), await sessionIn(session, 'zero_rounds')];
    const place = join(userFolder(session.home(), 'taken'), 'one.json');
    await session.call('move_session', { session_id: other, new_path: place });
    const before = readFileSync(place, 'utf8');
    const code = 'destination_not_a_session';
    const args = { session_id: mine, new_path: place, force: true };
    const call = { tool: 'move_session', args, reply: { error: code, code } };
    expect(await allFaults(session, [call])).toEqual([]);
    expect(readFileSync(place, 'utf8')).toBe(before);
    expect(await placeOf(session, other)).toBe(place);
  });

  it('tells an unknown id before anything else', async () => {
    for (const args of [{ new_path: 'docs' }, { new_path: '~', force: 'perhaps' }, {}]) {
      const reply = await session.call('move_session', { session_id: 'nowhere3', ...args });
      expect(reply).toMatchObject({ error: 'session_not_found', next_tool: expect.any(String) });
    }
  });

  it('beside a broken configuration moves nothing', async () => {
    const id = await sessionIn(session, 'no_thought');
    const config = join(session.home(), 'config.toml');
    const good = readFileSync(config);
    writeFileSync(config, 'serial = 5\n');
    const args = { session_id: id, new_path: userFolder(session.home(), 'later') };
    expect(await session.call('move_session', args)).toMatchObject({ error: 'config_invalid' });
    writeFileSync(config, good);
    expect(await placeOf(session, id)).toBe(sessionFile(session.home(), id));
    expect(await session.call('move_session', args)).not.toHaveProperty('error');
  });
});

describe('a moved session', () => {
  const session = sharedSession();

  it.each([
    [
      'a folder',
      (user: string) => join(user, 'shelf'),
      (user: string, id: string) => join(user, 'shelf', `${id}.json`),
    ],
    [
      'a folder with a slash',
      (user: string) => `${join(user, 'shelf')}/`,
      (user: string, id: string) => join(user, 'shelf', `${id}.json`),
    ],
    [
      'a file name',
      (user: string) => join(user, 'shelf', 'edge or origin é #1.json'),
      (user: string) => join(user, 'shelf', 'edge or origin é #1.json'),
    ],
    ['the home folder', () => '~', (user: string, id: string) => join(user, `${id}.json`)],
    ['a path below ~', () => '~/shelf/below.json', (user: string) => join(user, 'shelf', 'below.json')],
    [
      'a path with dots',
      (user: string) => `${user}/shelf/../shelf/./dots.json`,
      (user: string) => join(user, 'shelf', 'dots.json'),
    ],
  ] as const)('lies where %s says', async (_, to, place) => {
    const user = dirname(userFolder(session.home(), 'shelf'));
    const id = await sessionIn(session, 'zero_rounds');
    const from_path = sessionFile(session.home(), id);
    const { revision, ...old } = read(from_path);
    const reply = await session.call('move_session', { session_id: id, new_path: to(user) });
    const new_path = place(user, id);
    expect(reply).toMatchObject({ session_id: id, status: 'active', from_path, new_path });
    expect(reply).not.toHaveProperty('error');
    expect(existsSync(from_path)).toBe(false);
    const now = read(new_path);
    const record = { from_path, to_path: new_path, timestamp: now.updated_at, unlink_failed: false };
    expect(now).toEqual({
      ...old,
      revision: revision + 1,
      updated_at: now.updated_at,
      move_history: [record],
    });
    expect(locksLeft(session.home())).toEqual([]);
  });

  it('through a linked folder lies in the folder itself', async () => {
    const real = userFolder(session.home(), 'real');
    symlinkSync(real, join(dirname(session.home()), 'linked'));
    const id = await sessionIn(session, 'no_thought');
    const reply = await session.call('move_session', { session_id: id, new_path: '~/linked' });
    expect(reply.new_path).toBe(join(real, `${id}.json`));
  });

  it('goes on under its id in every phase of a round, on this server and on another one', async () => {
    const home = session.home();
    const shelf = userFolder(home, 'work');
    const other = await connect({ home });
    const id = await sessionIn(session, 'await_refine');
    await session.call('move_session', { session_id: id, new_path: shelf });
    const place = join(shelf, `${id}.json`);
    const resumed = await other.call('resume_session', { session_id: id });
    expect(resumed).toMatchObject({ save_path: place, critique_text: 'No source is named.' });
    await other.call('refine_current_thought', { session_id: id, new_content: 'Measure first.' });
    await session.call('score_current_thought', { session_id: id, scores: { clarity: 0.5 } });
    await playRound(other, id, 'Measure first, then decide about the edge.', 0.8);
    expect(await session.call('commit_thought', { session_id: id })).toMatchObject({ committed_round: 1 });
    expect(read(place).thoughts[0].committed).toBe(true);
    expect(sessionBytes(home, id)).toBe(null);
    const { sessions } = await other.call('list_sessions', { limit: 100 });
    expect(sessions).toContainEqual(expect.objectContaining({ id, path: place, committed_count: 1 }));
  });

  it('is found after a restart, and after the index is gone', async () => {
    const home = tempHome();
    const shelf = userFolder(home, 'shelf');
    const first = await connect({ home });
    const id = await sessionIn(first, 'zero_rounds');
    await first.call('move_session', { session_id: id, new_path: shelf });
    await disconnect(first);
    writeFileSync(join(home, 'index.json'), '{');
    const second = await connect({ home });
    expect(await placeOf(second, id)).toBe(join(shelf, `${id}.json`));
    const { sessions } = await second.call('list_sessions');
    expect(sessions).toEqual([expect.objectContaining({ id, path: join(shelf, `${id}.json`) })]);
    expect(await second.call('critique_current_thought', { session_id: id })).toHaveProperty('lens');
    expect(second.server.stderr()).toBe('');
  });

  it('may move again and back home, with each move on record', async () => {
    const home = session.home();
    const places = ['one', 'two', 'three'].map((name) => userFolder(home, name));
    const id = await sessionIn(session, 'no_thought');
    for (const new_path of [...places, join(home, 'sessions')])
      expect(await session.call('move_session', { session_id: id, new_path })).not.toHaveProperty('error');
    const files = places.map((folder) => join(folder, `${id}.json`));
    expect(files.filter((file) => existsSync(file))).toEqual([]);
    expect(existsSync(join(home, 'sessions', `${id}.moved.json`))).toBe(false);
    const { move_history } = read(sessionFile(home, id));
    expect(move_history.map(({ to_path }: { to_path: string }) => to_path)).toEqual([
      ...files,
      sessionFile(home, id),
    ]);
    expect(await placeOf(session, id)).toBe(sessionFile(home, id));
  });

  it.each([true, 'yes', 1])(
    'replaces an older copy of itself with force %j, and only then',
    async (force) => {
      const id = await sessionIn(session, 'no_thought');
      const copy = join(userFolder(session.home(), 'copies'), `${id}.json`);
      copyFileSync(sessionFile(session.home(), id), copy);
      const args = { session_id: id, new_path: copy };
      expect(await session.call('move_session', args)).toMatchObject({ error: 'destination_exists' });
      expect(await session.call('move_session', { ...args, force })).toMatchObject({ new_path: copy });
      expect(read(copy).move_history).toHaveLength(1);
    },
  );

  it('goes into the trash from where it lies', async () => {
    const shelf = userFolder(session.home(), 'gone');
    const id = await sessionIn(session, 'zero_rounds');
    await session.call('move_session', { session_id: id, new_path: shelf });
    const { trashed_path } = await session.call('clear_session', { session_id: id });
    expect(dirname(String(trashed_path))).toBe(join(session.home(), 'trash'));
    expect(read(String(trashed_path)).id).toBe(id);
    expect(existsSync(join(shelf, `${id}.json`))).toBe(false);
    expect(await session.call('next_action', { session_id: id })).toMatchObject({
      error: 'session_not_found',
    });
  });
});

describe('the question after finalize_session', () => {
  const session = sharedSession();

  async function finalized(): Promise<string> {
    const id = await sessionIn(session, 'no_thought');
    const asked = await session.call('finalize_session', { session_id: id });
    expect(asked).toMatchObject({ next_tool: 'move_session', alternative_tool: 'keep_here' });
    expect(asked.available_tools).toEqual([
      expect.objectContaining({ name: 'move_session' }),
      expect.objectContaining({ name: 'keep_here' }),
    ]);
    return id;
  }

  it('is answered by a move', async () => {
    const id = await finalized();
    const moved = await session.call('move_session', { session_id: id, new_path: '~' });
    expect(moved).toMatchObject({ status: 'finalized', next_tool: null });
    expect(await session.call('next_action', { session_id: id })).toMatchObject({ code: 'session_complete' });
  });

  it('stays open after a refused move, and keep_here answers it', async () => {
    const id = await finalized();
    await session.call('move_session', { session_id: id, new_path: 'docs' });
    expect(await session.call('next_action', { session_id: id })).toMatchObject({
      code: 'await_move_decision',
      next_tool: 'move_session',
      alternative_tool: 'keep_here',
    });
    expect(await session.call('keep_here', { session_id: id })).toMatchObject({ next_tool: null });
  });

  it('is asked again after the session was reopened and closed, although it had moved before', async () => {
    const id = await finalized();
    await session.call('move_session', { session_id: id, new_path: '~' });
    await session.call('finalize_session', { session_id: id, reopen: true });
    const again = await session.call('finalize_session', { session_id: id });
    expect(again).toMatchObject({ next_tool: 'move_session', alternative_tool: 'keep_here' });
  });
});
