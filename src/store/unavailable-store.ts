import { type SessionStore, StoreFault } from './ports.ts';

/** The store of a process whose data folder is badly named: every call answers with the reason. */
export function createUnavailableStore(problem: string): SessionStore {
  const refuse = () => Promise.reject(new StoreFault('storage_unavailable', problem));
  return {
    create: refuse,
    insert: refuse,
    read: refuse,
    transact: refuse,
    move: refuse,
    fold: refuse,
    list: refuse,
    search: refuse,
    ids: refuse,
    watch: () => {
      throw new StoreFault('storage_unavailable', problem);
    },
    trash: refuse,
    close: () => Promise.resolve(),
  };
}
