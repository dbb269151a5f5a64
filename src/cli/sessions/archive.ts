import type { Leases, SessionStore } from '../../store/ports.ts';

/** What archiving needs. */
export interface ArchiveParts {
  readonly store: SessionStore;
  readonly leases: Leases;
  readonly now: () => string;
}

/** What became of a session; null when no session has that id. */
export type Archived =
  | { readonly id: string; readonly status: string; readonly changed: boolean }
  | { readonly holder: string }
  | null;

/** Closes a session against all writes, whatever its protocol; its reading tools go on working. */
export function archive(id: string, parts: ArchiveParts): Promise<Archived> {
  return change(id, 'archive', parts);
}

/** Gives an archived session the status back that it had. */
export function restore(id: string, parts: ArchiveParts): Promise<Archived> {
  return change(id, 'restore', parts);
}

/** The status before the archive, from what the session itself keeps of its end. */
function statusBefore(session: { readonly finalized_at: string | null; readonly [key: string]: unknown }) {
  if (typeof session.abandon_reason === 'string') return 'abandoned' as const;
  return session.finalized_at === null ? ('active' as const) : ('finalized' as const);
}

async function change(
  id: string,
  verb: 'archive' | 'restore',
  { store, leases, now }: ArchiveParts,
): Promise<Archived> {
  const holder = leases.elsewhere(id);
  if (holder !== null) return { holder };
  const done = await store.transact(id, now(), ({ session }) => {
    const isArchived = session.status === 'archived';
    if (isArchived === (verb === 'archive')) return { reply: { id, status: session.status, changed: false } };
    const status = verb === 'archive' ? ('archived' as const) : statusBefore(session);
    return { reply: { id, status, changed: true }, session: { ...session, status } };
  });
  // An archived session lies there whole, without a tail.
  if (done?.changed === true) await store.fold(id);
  return done;
}
