import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ListQuery, SessionStore } from '../../src/store/ports.ts';
import { draft, increment, LATER, START } from './session-drafts.ts';

const ALL: ListQuery = { limit: 20, cursor: null, status: null, protocol: null, project: null };
const at = (second: number) => new Date(Date.parse(START) + second * 1000).toISOString();

function changesAndReads(make: () => SessionStore): void {
  it('reads back what it created', async () => {
    const store = make();
    const { session, path } = await store.create(draft({ thoughts: [{ id: 't1' }], unknown_field: 7 }));
    expect(session).toMatchObject({ ...draft(), thoughts: [{ id: 't1' }], unknown_field: 7 });
    expect(await store.read(session.id)).toEqual({ session, path });
  });

  it('creates under names of a kind of their own, and tries on while they are taken', async () => {
    const store = make();
    const nameAt = (tries: number) => `rev-${'a'.repeat(tries + 1)}`;
    const ids: string[] = [];
    for (let count = 0; count < 3; count += 1) ids.push((await store.create(draft(), nameAt)).session.id);
    expect(ids).toEqual(['rev-a', 'rev-aa', 'rev-aaa']);
  });

  it('knows nothing of an unused id', async () => {
    const store = make();
    expect(await store.read('nobody')).toBeNull();
    expect(await store.transact('nobody', LATER, increment)).toBeNull();
    expect(await store.trash('nobody', LATER)).toBeNull();
  });

  it('stamps each change with the next revision and the time', async () => {
    const store = make();
    const { session } = await store.create(draft());
    expect(await store.transact(session.id, LATER, increment)).toBe(1);
    const stored = await store.read(session.id);
    expect(stored?.session).toEqual({ ...session, n: 1, revision: 2, updated_at: LATER });
  });

  it('stores nothing when the decision changes nothing', async () => {
    const store = make();
    const { session } = await store.create(draft());
    expect(await store.transact(session.id, LATER, () => ({ reply: 'no' }))).toBe('no');
    expect((await store.read(session.id))?.session).toEqual(session);
  });

  it('stores nothing when the decision throws, and goes on afterwards', async () => {
    const store = make();
    const { session } = await store.create(draft());
    const fail = () => {
      throw new RangeError('a bug');
    };
    await expect(store.transact(session.id, LATER, fail)).rejects.toThrow(RangeError);
    expect((await store.read(session.id))?.session).toEqual(session);
    expect(await store.transact(session.id, LATER, increment)).toBe(1);
  });

  it('applies calls on one session in order of arrival', async () => {
    const store = make();
    const { session } = await store.create(draft());
    const calls = Array.from({ length: 30 }, () => store.transact(session.id, LATER, increment));
    expect(await Promise.all(calls)).toEqual(Array.from({ length: 30 }, (_, position) => position + 1));
    expect((await store.read(session.id))?.session).toMatchObject({ n: 30, revision: 31 });
  });

  it('keeps any text exactly', async () => {
    const store = make();
    const { session } = await store.create(draft());
    const text = fc.string({
      unit: fc.oneof(
        fc.string({ unit: 'binary' }),
        fc.constantFrom('\u0000', '\uD800', '\uDC00', '👩‍🚀', '\uFEFF', '\r\n', 'é'),
      ),
    });
    await fc.assert(
      fc.asyncProperty(text, async (content) => {
        await store.transact(session.id, LATER, (stored) => ({
          reply: null,
          session: { ...stored.session, question: content, thoughts: [{ content }] },
        }));
        const read = (await store.read(session.id))?.session;
        expect(read?.question).toBe(content);
        expect(read?.thoughts).toEqual([{ content }]);
      }),
      { numRuns: 60 },
    );
  });
}

function lists(make: () => SessionStore): void {
  it('lists nothing when there is nothing', async () => {
    expect(await make().list(ALL)).toEqual({ sessions: [], count: 0, next_cursor: null });
    expect(await make().ids()).toEqual([]);
  });

  it('lists the newest first, page by page', async () => {
    const store = make();
    for (let second = 0; second < 5; second += 1) await store.create(draft({ created_at: at(second % 3) }));
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const page = await store.list({ ...ALL, limit: 2, cursor });
      expect(page.count).toBe(5);
      seen.push(...page.sessions.map((row) => row.id));
      cursor = page.next_cursor;
    } while (cursor !== null);
    expect(seen).toEqual(await store.ids());
    expect(new Set(seen).size).toBe(5);
    const times = await Promise.all(seen.map(async (id) => (await store.read(id))?.session.created_at));
    expect(times).toEqual([...times].sort().reverse());
  });

  it('goes on after a session that has been trashed meanwhile', async () => {
    const store = make();
    for (let second = 0; second < 4; second += 1) await store.create(draft({ created_at: at(second) }));
    const all = await store.ids();
    const first = await store.list({ ...ALL, limit: 2 });
    await store.trash(all[1] ?? '', LATER);
    const second = await store.list({ ...ALL, limit: 2, cursor: first.next_cursor });
    expect(second.sessions.map((row) => row.id)).toEqual(all.slice(2));
  });

  it('filters by status, protocol and project', async () => {
    const store = make();
    await store.create(draft({ protocol: 'tree', project: 'one' }));
    await store.create(draft({ status: 'finalized', project: 'one' }));
    await store.create(draft({ protocol: null }));
    const count = async (over: Partial<ListQuery>) => (await store.list({ ...ALL, ...over })).count;
    expect(await count({ status: 'finalized' })).toBe(1);
    expect(await count({ protocol: 'tree' })).toBe(1);
    expect(await count({ project: 'one' })).toBe(2);
    expect(await count({ project: 'one', status: 'active' })).toBe(1);
    expect(await count({ protocol: 'none' })).toBe(0);
  });

  it('shows the state of now: status, counts, time of the last change', async () => {
    const store = make();
    const { session } = await store.create(draft());
    const thoughts = [{ committed: true }, { committed: false }];
    await store.transact(session.id, LATER, (stored) => ({
      reply: null,
      session: { ...stored.session, thoughts, status: 'finalized' as const },
    }));
    const [row] = (await store.list({ ...ALL, status: 'finalized' })).sessions;
    expect(row).toMatchObject({
      id: session.id,
      status: 'finalized',
      session: { thoughts },
      updated_at: LATER,
      fault: null,
    });
  });

  it('shortens long questions without cutting a character', async () => {
    const store = make();
    await store.create(draft({ question: '🌌'.repeat(500) }));
    expect((await store.list(ALL)).sessions[0]?.question).toBe('🌌'.repeat(120));
  });

  it('forgets a trashed session', async () => {
    const store = make();
    const { session } = await store.create(draft());
    const other = await store.create(draft());
    expect((await store.trash(session.id, LATER))?.trashedPath).toContain(session.id);
    expect(await store.read(session.id)).toBeNull();
    expect(await store.trash(session.id, LATER)).toBeNull();
    expect(await store.ids()).toEqual([other.session.id]);
  });
}

function imports(make: () => SessionStore): void {
  it('stores an import under its own id, once', async () => {
    const store = make();
    const { session } = await store.insert(draft({ question: 'first' }), 'Own1');
    expect(session).toMatchObject({ ...draft({ question: 'first' }), id: 'Own1' });
    for (const wanted of ['Own1', 'OWN1', 'nul', null]) {
      const other = await store.insert(draft({ question: 'second' }), wanted);
      expect(other.session.id.toLowerCase()).not.toBe('own1');
      expect(other.session.id).not.toBe('nul');
    }
    expect((await store.read('Own1'))?.session.question).toBe('first');
    expect((await store.list(ALL)).count).toBe(5);
  });
}

function moves(make: () => SessionStore, destination: () => string): void {
  it('moves a session, which stays in use', async () => {
    const store = make();
    const { session, path } = await store.create(draft());
    const to = destination();
    const outcome = await store.move(session.id, LATER, { to, force: false });
    const record = { from_path: path, to_path: to, timestamp: LATER, unlink_failed: false };
    const moved = { ...session, revision: 2, updated_at: LATER, move_history: [record] };
    expect(outcome).toEqual({
      kind: 'moved',
      session: moved,
      fromPath: path,
      newPath: to,
      leftBehind: false,
    });
    expect(await store.read(session.id)).toEqual({ session: moved, path: to });
    expect(await store.transact(session.id, LATER, increment)).toBe(1);
    expect((await store.list(ALL)).sessions).toMatchObject([{ id: session.id, path: to }]);
    expect((await store.trash(session.id, LATER))?.trashedPath).toContain(session.id);
    expect(await store.ids()).toEqual([]);
  });

  it('refuses to move a session to nowhere, to itself or over another one', async () => {
    const store = make();
    const { session, path } = await store.create(draft());
    const other = await store.create(draft());
    const taken = destination();
    await store.move(other.session.id, LATER, { to: taken, force: false });
    const codeOf = async (to: string, force = false) => {
      const outcome = await store.move(session.id, LATER, { to, force });
      return outcome?.kind === 'refused' ? outcome.code : outcome;
    };
    expect(await codeOf('')).toBe('destination_not_absolute');
    expect(await codeOf('x/y.json')).toBe('destination_not_absolute');
    expect(await codeOf(path)).toBe('destination_same_as_current');
    expect(await codeOf(taken)).toBe('destination_exists');
    expect(await codeOf(taken, true)).toBe('destination_not_a_session');
    expect(await store.read(session.id)).toEqual({ session, path });
    expect(await store.move('nobody', LATER, { to: taken, force: false })).toBeNull();
  });
}

/**
 * What every session store must do, whatever it keeps its sessions in; `destination` names a file, not there
 * yet, to which a session can be moved.
 */
export function storeContract(name: string, make: () => SessionStore, destination: () => string): void {
  describe(`${name} as a session store`, () => {
    changesAndReads(make);
    lists(make);
    imports(make);
    moves(make, destination);
  });
}
