import { expect, it } from 'vitest';
import { createUnavailableStore } from '../../src/store/unavailable-store.ts';
import { draft, increment, LATER } from '../support/session-drafts.ts';

const ALL = { limit: 20, cursor: null, status: null, protocol: null, project: null };

it('answers every call with the problem', async () => {
  const store = createUnavailableStore('DEEP_THINK_HOME is "x"');
  const calls = [
    () => store.create(draft()),
    () => store.read('a1'),
    () => store.transact('a1', LATER, increment),
    () => store.insert(draft(), 'a1'),
    () => store.move('a1', LATER, { to: '/x', force: false }),
    () => store.list(ALL),
    () => store.ids(),
    () => store.trash('a1', LATER),
  ];
  for (const call of calls)
    await expect(call()).rejects.toMatchObject({
      code: 'storage_unavailable',
      retryable: false,
      message: 'DEEP_THINK_HOME is "x"',
    });
});
