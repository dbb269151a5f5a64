import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { SessionDocument } from '../src/core/session.ts';
import type { Dispatcher } from '../src/server/dispatch.ts';
import { keepExport } from '../src/store/export-files.ts';
import { type FsLayer, realFs } from '../src/store/fs-layer.ts';
import { bootstrapHome } from '../src/store/home.ts';
import { createLeases } from '../src/store/lease.ts';
import { createSessionStore } from '../src/store/session-files.ts';
import { openDispatcher, openPorts } from '../test/support/in-process-server.ts';
import { thought } from '../test/support/thought.ts';
import { freshStore } from './data-root.ts';

/** A server in this process over a file layer. */
export interface FileServer extends Dispatcher {
  /** Folds the tails, as at the end of a process. */
  readonly finish: () => Promise<void>;
}

/** Opens a server whose every touch of the data root goes through `fs`. */
export function openFileServer(root: string, fs: FsLayer = realFs): FileServer {
  const ports = openPorts(root);
  const newId = () => ports.newCode(8);
  const store = createSessionStore({ root, newId, sessionLimitBytes: () => 1e8, fs, lockWaitMs: 200 });
  const through = {
    ...ports,
    store,
    leases: createLeases({ root, fs }),
    bootstrap: async () => bootstrapHome(root, '', fs),
    keepExport: async (name: string, text: string) => keepExport(root, name, text, fs),
  };
  return { ...openDispatcher(through), finish: () => store.close() };
}

/** The sessions of the template: one that is small, and a notebook whose changes go into a tail. */
export const SMALL = 'smallone';
export const LARGE = 'largeone';
/** So many thoughts of this size make a file that is no longer written whole. */
const LARGE_THOUGHTS = 20;
const textOf = (number: number) =>
  `About ${'bcdfghjklmnpqrstvwxz'.charAt(number - 1).repeat(4)}, at some length. `.repeat(200);

/** A thought of the notebook, for which no estimate is too low. */
export const thoughtOf = (number: number, text: string) =>
  thought(number, { thought: text, sessionId: LARGE, totalThoughts: 10_000 });

const SMALL_SESSION = {
  id: SMALL,
  question: 'Edge or origin?',
  mode: 'serial',
  expected_stages: ['Only'],
  current_stage: 'Only',
};

/** Fills a data root with the sessions of the template. */
export async function fillRoot(root: string): Promise<void> {
  const server = openFileServer(root);
  await server.call('import_session', { data: SMALL_SESSION });
  for (let number = 1; number <= LARGE_THOUGHTS; number += 1)
    await server.call('sequentialthinking', thoughtOf(number, textOf(number)));
}

/** Every readable session of a data root by its id, with the path of its file. */
export type State = ReadonlyMap<string, { readonly session: SessionDocument; readonly path: string }>;

const ALL = { limit: 1000, cursor: null, status: null, protocol: null, project: null };

/** What the files say, read by a store that remembers nothing; fails when one cannot be read. */
export async function stateOf(root: string): Promise<State> {
  const store = freshStore(root);
  const { sessions } = await store.list(ALL);
  const found = await Promise.all(sessions.map(async ({ id }) => [id, await store.read(id)] as const));
  return new Map(found.flatMap(([id, stored]) => (stored === null ? [] : [[id, stored] as const])));
}

/** The code that stands for a result without one, which only says that it is an error. */
export const ERROR_RESULT = 'error_result';

/** A call that changes the disk, and whether its effect is there. */
export interface Write {
  readonly name: string;
  /** Answers with the reply, which has a `code` when it is a refusal. */
  readonly run: (server: FileServer, root: string) => Promise<unknown>;
  readonly isDone: (state: State, root: string, reply: unknown) => boolean;
}

/** What no other text of the template holds. */
const MARK = 'The mark of this very call.';
const holdsMark = (state: State, id: string) => JSON.stringify(state.get(id)?.session ?? '').includes(MARK);
const MARKED_THOUGHT = thoughtOf(LARGE_THOUGHTS + 1, MARK);
const onSmall = { session_id: SMALL };

/** The reply of a call; an error result becomes a refusal with its text as the message. */
async function replyOf(server: FileServer, tool: string, args: object): Promise<unknown> {
  const { reply, isError, errorText } = await server.call(tool, { ...args });
  return isError ? { ...reply, code: ERROR_RESULT, message: errorText } : reply;
}

const calling =
  (tool: string, args: object): Write['run'] =>
  (server) =>
    replyOf(server, tool, args);

/** Outside the data root, where sessions are moved to. */
const destinationOf = (root: string) => join(dirname(root), 'moved.json');
const moving = (server: FileServer, root: string, session_id: string) =>
  replyOf(server, 'move_session', { session_id, new_path: destinationOf(root) });

const idIn = (reply: unknown) => String(Object(reply).session_id);

/** One of each way in which the store changes the disk. */
export const WRITES: readonly [Write, ...Write[]] = [
  {
    name: 'a new session',
    run: calling('start_session', { question: MARK, mode: 'serial' }),
    isDone: (state, _, reply) => holdsMark(state, idIn(reply)),
  },
  {
    name: 'a change of a whole file',
    run: calling('begin_thought', { ...onSmall, content: MARK, discard: true }),
    isDone: (state) => holdsMark(state, SMALL),
  },
  {
    name: 'a line of a tail',
    run: calling('sequentialthinking', MARKED_THOUGHT),
    isDone: (state) => holdsMark(state, LARGE),
  },
  {
    name: 'an imported session',
    run: calling('import_session', { data: { ...SMALL_SESSION, id: 'imported', question: MARK } }),
    isDone: (state, _, reply) => holdsMark(state, idIn(reply)),
  },
  {
    name: 'a finalised session',
    run: calling('finalize_session', onSmall),
    isDone: (state) => state.get(SMALL)?.session.status === 'finalized',
  },
  {
    name: 'a moved session',
    run: (server, root) => moving(server, root, SMALL),
    isDone: (state, root) => state.get(SMALL)?.path === destinationOf(root),
  },
  {
    name: 'a moved session with a tail',
    run: (server, root) => moving(server, root, LARGE),
    isDone: (state, root) => state.get(LARGE)?.path === destinationOf(root),
  },
  {
    name: 'a cleared session',
    run: calling('clear_session', { session_id: LARGE }),
    isDone: (state) => !state.has(LARGE),
  },
  {
    name: 'a search, which writes its cache',
    run: calling('search_sessions', { query: 'edge' }),
    isDone: () => true,
  },
  {
    name: 'an export into a file',
    run: calling('export_session', { session_id: LARGE, format: 'markdown' }),
    isDone: (_state, _root, reply) => existsSync(String(Object(reply).export_path)),
  },
  {
    name: 'the end of a process, which folds tails',
    run: async (server) => {
      const reply = await replyOf(server, 'sequentialthinking', MARKED_THOUGHT);
      await server.finish();
      return reply;
    },
    isDone: (state) => holdsMark(state, LARGE),
  },
];
