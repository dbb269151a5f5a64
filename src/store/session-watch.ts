import { basename, dirname } from 'node:path';
import { guarded } from './fs-faults.ts';
import type { FsLayer } from './fs-layer.ts';
import type { SessionFolder } from './session-folder.ts';

/** The watch over stored sessions. */
interface SessionWatch {
  /**
   * Calls back after each change of the session's file, by whichever process; several changes that come close
   * together count as one. Returns what ends it. Throws `storage_unavailable` where the system watches no more.
   */
  watch(id: string, onChange: () => void): () => void;
}

/** A session that somebody watches. */
interface Watched {
  readonly listeners: Set<() => void>;
  path: string;
  /** What its files were when the listeners were last called. */
  mark: string;
  /** The folder in which a session lies that was moved, and what ends the watch over it. */
  outside: { readonly place: string; readonly leave: () => void } | null;
}

/** One change is several events: a temporary file, a rename, a tail. */
const PAUSE_MS = 20;

/** Watches a folder, once however often it is held; returns what lets it go. */
type Hold = (folder: string) => () => void;

function createHold(fs: FsLayer, onEvent: (folder: string, name: string | null) => void): Hold {
  const held = new Map<string, { count: number; readonly close: () => void }>();
  return (folder) => {
    const open = () => guarded(`watching ${folder}`, () => fs.watch(folder, (name) => onEvent(folder, name)));
    const entry = held.get(folder) ?? { count: 0, close: open() };
    entry.count += 1;
    held.set(folder, entry);
    let isHeld = true;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      entry.count -= 1;
      if (entry.count > 0) return;
      held.delete(folder);
      entry.close();
    };
  };
}

/** Watches nothing, and costs nothing, until somebody asks for a session. */
export function createSessionWatch(fs: FsLayer, folder: SessionFolder): SessionWatch {
  const watched = new Map<string, Watched>();
  const due = new Set<string>();
  const check = (id: string) => {
    due.delete(id);
    const session = watched.get(id);
    if (session === undefined || !look(folder, id, session)) return;
    follow(folder, session, hold);
    for (const tell of [...session.listeners]) tell();
  };
  const hold = createHold(fs, (place, name) => {
    for (const [id, { path }] of watched) {
      if (due.has(id) || !concerns(id, path, place, name)) continue;
      due.add(id);
      setTimeout(() => check(id), PAUSE_MS).unref();
    }
  });
  const begin = (id: string): Watched => {
    const session: Watched = { listeners: new Set(), path: folder.own(id), mark: '', outside: null };
    look(folder, id, session);
    follow(folder, session, hold);
    watched.set(id, session);
    return session;
  };
  return {
    watch: (id, onChange) => {
      const leave = hold(folder.path);
      const session = watched.get(id) ?? begin(id);
      const tell = () => onChange();
      session.listeners.add(tell);
      return () => {
        leave();
        session.listeners.delete(tell);
        if (session.listeners.size > 0 || watched.get(id) !== session) return;
        watched.delete(id);
        session.outside?.leave();
      };
    },
  };
}

/** Whether an event in a folder may be a change of the session that lies at `path`. */
const concerns = (id: string, path: string, place: string, name: string | null) =>
  name === null || name.startsWith(`${id}.`) || (place === dirname(path) && name === basename(path));

/** Notes where the session's files are now and what they are; whether that differs from before. */
function look(folder: SessionFolder, id: string, session: Watched): boolean {
  const before = session.mark;
  try {
    session.path = folder.target(id) ?? folder.own(id);
    session.mark = `${session.path} ${JSON.stringify(folder.look(session.path))}`;
  } catch {
    session.mark = 'unreadable';
  }
  return session.mark !== before;
}

/** Goes along with a session that was moved; in a folder that cannot be watched it is not heard of. */
function follow(folder: SessionFolder, session: Watched, hold: Hold): void {
  const place = dirname(session.path);
  if (place === session.outside?.place) return;
  session.outside?.leave();
  session.outside = null;
  try {
    if (place !== folder.path) session.outside = { place, leave: hold(place) };
  } catch {
    // The folder of the pointers still tells of its next move.
  }
}
