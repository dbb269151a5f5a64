import { expect, it } from 'vitest';
import { StoreFault } from '../../src/store/ports.ts';
import { createMemoryStore } from './memory-store.ts';
import { draft, increment, LATER } from './session-drafts.ts';
import { storeContract } from './store-contract.ts';

storeContract(
  'the memory store',
  () => createMemoryStore(),
  () => '/memory/user/kept.json',
);

it('fails the next write once, keeping the old state', async () => {
  const store = createMemoryStore();
  const { session } = await store.create(draft());
  store.failNextWrite(new StoreFault('storage_unavailable', 'full', true));
  await expect(store.transact(session.id, LATER, increment)).rejects.toThrow('full');
  expect(store.peek(session.id)).toEqual(session);
  expect(await store.transact(session.id, LATER, increment)).toBe(1);
});

it('refuses or half completes the next move once', async () => {
  const store = createMemoryStore();
  const { session } = await store.create(draft());
  store.refuseNextMove('verification_failed', 'bits');
  const target = { to: '/memory/user/x.json', force: false };
  expect(await store.move(session.id, LATER, target)).toEqual({
    kind: 'refused',
    code: 'verification_failed',
    path: target.to,
    detail: 'bits',
  });
  store.leaveNextBehind();
  expect(await store.move(session.id, LATER, target)).toMatchObject({ kind: 'moved', leftBehind: true });
  expect(await store.move(session.id, LATER, { ...target, to: '~' })).toMatchObject({
    newPath: `/memory/user/${session.id}.json`,
    leftBehind: false,
  });
});
