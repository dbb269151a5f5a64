import { expect, it } from 'vitest';
import { StoreFault } from '../../src/store/ports.ts';
import { createMemoryStore } from './memory-store.ts';
import { draft, increment, LATER } from './session-drafts.ts';
import { storeContract } from './store-contract.ts';

storeContract('the memory store', () => createMemoryStore());

it('fails the next write once, keeping the old state', async () => {
  const store = createMemoryStore();
  const { session } = await store.create(draft());
  store.failNextWrite(new StoreFault('storage_unavailable', 'full', true));
  await expect(store.transact(session.id, LATER, increment)).rejects.toThrow('full');
  expect(store.peek(session.id)).toEqual(session);
  expect(await store.transact(session.id, LATER, increment)).toBe(1);
});
