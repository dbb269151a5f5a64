import { SCHEMA_VERSION, type SessionDocument } from '../../src/core/session.ts';
import { isTreeTool, readCall } from '../../src/protocols/tree/input.ts';
import { sayBadFields } from '../../src/protocols/tree/input-wording.ts';
import { startTree } from '../../src/protocols/tree/start.ts';
import { TreeSession } from '../../src/protocols/tree/state.ts';
import { callTree, callWithout } from '../../src/protocols/tree/verbs.ts';
import { type Fields, isFields } from './recordings.ts';

/** What a call came to: a result object, or the text and the paths of bad arguments. */
export type Answered =
  | { readonly isError: false; readonly result: Fields }
  | { readonly isError: true; readonly text: string; readonly paths: readonly string[] };

const TEXT_BYTES = 256 * 1024;

/** A header as the store would make it. */
export function treeHeader(id: string): SessionDocument {
  return {
    schema_version: SCHEMA_VERSION,
    id,
    protocol: 'tree',
    status: 'active',
    revision: 1,
    created_at: '2026-01-01T00:00:00.000Z',
    updated_at: '2026-01-01T00:00:00.000Z',
    finalized_at: null,
    project: null,
    question: '',
    overrides: {},
    move_history: [],
    decisions: [],
  };
}

/** The tree's verbs over sessions in memory, each written and read back as JSON after every call. */
export class TreeBench {
  readonly #files = new Map<string, string>();
  readonly #most: number | undefined;
  #now = 1_000_000;

  /** `most` is the longest result; the server's own bound when not given. */
  constructor(most?: number) {
    this.#most = most;
  }

  advance(ms: number): void {
    this.#now += ms;
  }

  get now(): number {
    return this.#now;
  }

  /** The text that is stored of a session. */
  stored(id: string): string | undefined {
    return this.#files.get(id);
  }

  read(id: string): TreeSession {
    return TreeSession.parse(JSON.parse(this.#files.get(id) ?? 'null'));
  }

  store(session: TreeSession): void {
    this.#files.set(session.id, JSON.stringify(session));
  }

  /** Starts an investigation and gives its id. */
  start(args: Fields = {}): string {
    return String(this.ok('tot_start', { query: 'q', ...args }).sessionId);
  }

  /** A call whose arguments must be readable. */
  ok(tool: string, args: Fields): Fields {
    const answered = this.call(tool, args);
    if (answered.isError) throw new Error(answered.text);
    return answered.result;
  }

  call(tool: string, args: Fields): Answered {
    if (!isTreeTool(tool)) return { isError: true, text: tool, paths: [] };
    const read = readCall(tool, args, TEXT_BYTES);
    if (!read.ok)
      return { isError: true, text: sayBadFields(tool, read.bad), paths: read.bad.map(({ path }) => path) };
    const result = read.call.tool === 'tot_start' ? this.#begin(read.call.input) : this.#apply(read.call);
    const copy: unknown = JSON.parse(JSON.stringify(result));
    if (!isFields(copy)) throw new Error('a result must be an object');
    return { isError: false, result: copy };
  }

  #begin(input: Parameters<typeof startTree>[1]): object {
    const number = String(this.#files.size + 1).padStart(12, '0');
    const { session, result } = startTree(treeHeader(`10000000-0000-4000-8000-${number}`), input);
    this.store(session);
    return result;
  }

  #apply(call: Parameters<typeof callTree>[1]): object {
    if (!this.#files.has(call.input.sessionId)) return callWithout(call, 'SESSION_NOT_FOUND');
    const called = callTree(this.read(call.input.sessionId), call, this.#now, this.#most);
    if (called.session !== undefined) this.store(called.session);
    return called.result;
  }
}

/** The names of a result's problems, as `CODE node`. */
export function problems(result: Fields): readonly string[] {
  const { errors } = result;
  return Array.isArray(errors) ? errors.map((each: Fields) => `${each.error} ${each.nodeId}`) : [];
}

/** A list of texts of a result. */
export function texts(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.map(String) : [];
}

/** The tags of a result's warnings, as `TAG node`. */
export function tags(result: Fields): readonly string[] {
  return texts(result.warnings).map((text) => {
    const [, tag, id = ''] = /^\[\w+:(\w+)\] (R\d+\.\w+)?/.exec(text) ?? [];
    return `${tag} ${id}`.trim();
  });
}
