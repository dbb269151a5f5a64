import type { Chance } from '../test/support/seeded-random.ts';
import * as strange from './strange-texts.ts';

/** A request in its parts, to be spoiled; all texts are bytes in latin1. */
export interface Draft {
  method: string;
  target: string;
  version: string;
  /** A header without a name is a line as it stands. */
  headers: readonly (readonly [name: string | null, value: string])[];
  body: string;
  /** The lines that tell the length of the body, and what follows the head; null for what fits the body. */
  framed: { readonly lines: readonly string[]; readonly payload: string } | null;
  /** Whether it has to be answered without more to come. */
  isWhole: boolean;
  /** Whether a success would let in somebody whom the server must not know. */
  isBarred: boolean;
}

type Spoil = (draft: Draft, chance: Chance) => void;

function add(draft: Draft, ...headers: Draft['headers']): void {
  draft.headers = [...draft.headers, ...headers];
}

function remove(draft: Draft, name: string): void {
  draft.headers = draft.headers.filter(([each]) => each !== name);
}

function put(draft: Draft, name: string, value: string): void {
  remove(draft, name);
  add(draft, [name, value]);
}

const chunked = (body: string) => `${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`;

/** Spoils that leave a whole request, which somebody may send. */
const ODD: readonly [Spoil, ...Spoil[]] = [
  (draft, chance) => {
    draft.method = chance.pick(strange.OTHER_METHODS);
  },
  (draft, chance) => put(draft, 'Content-Type', chance.pick(strange.TYPES)),
  (draft, chance) => put(draft, 'Mcp-Session-Id', chance.pick(strange.IDS)),
  (draft, chance) => put(draft, ...chance.pick(strange.ODD_HEADERS)),
  (draft, chance) => {
    draft.body = chance.pick(strange.BODIES);
  },
  (draft) => {
    draft.framed = { lines: ['Transfer-Encoding: chunked'], payload: chunked(draft.body) };
  },
  (draft) => add(draft, ...Array.from({ length: 500 }, (_, at) => [`X-${at}`, 'x'] as const)),
];

/** Spoils of somebody who must not be let in. */
const BARRED: readonly [Spoil, ...Spoil[]] = [
  (draft, chance) => {
    draft.target = chance.pick(strange.TARGETS);
  },
  (draft, chance) => put(draft, 'Host', chance.pick(strange.STRANGE_HOSTS)),
  (draft) => {
    put(draft, 'Host', 'localhost');
    add(draft, ['Host', 'localhost']);
  },
  (draft, chance) => put(draft, 'Origin', chance.pick(strange.STRANGE_ORIGINS)),
  (draft) => put(draft, 'Sec-Fetch-Site', 'cross-site'),
  (draft, chance) => {
    draft.target = chance.pick(['/mcp', '/metrics']);
    put(draft, 'Authorization', chance.pick(strange.STRANGE_TOKENS));
  },
];

/** Spoils after which there may be no request at all. */
const BROKEN: readonly [Spoil, ...Spoil[]] = [
  (draft, chance) => {
    draft.method = chance.pick(strange.NO_METHODS);
  },
  (draft, chance) => {
    draft.target = chance.pick(strange.NO_TARGETS);
  },
  (draft, chance) => {
    draft.version = chance.pick(strange.VERSIONS);
  },
  (draft) => remove(draft, 'Host'),
  (draft, chance) => add(draft, [null, chance.pick(strange.ODD_LINES)]),
  (draft) => add(draft, ...Array.from({ length: 5000 }, () => ['A', 'b'] as const)),
  (draft, chance) => add(draft, ['X', 'x'.repeat(chance.pick([15_000, 17_000, 200_000]))]),
  (draft, chance) => {
    draft.framed = { lines: [`Content-Length: ${chance.pick(strange.LENGTHS)}`], payload: draft.body };
  },
  (draft, chance) => {
    const lines = [`Transfer-Encoding: ${chance.pick(strange.CHUNKINGS)}`];
    draft.framed = { lines, payload: chunked(draft.body) };
  },
  (draft, chance) => {
    draft.framed = { lines: ['Transfer-Encoding: chunked'], payload: chance.pick(strange.CHUNKS) };
  },
  (draft, chance) => {
    const lines = [`Content-Length: ${chance.pick(strange.LENGTHS)}`, 'Transfer-Encoding: chunked'];
    draft.framed = { lines, payload: chunked(draft.body) };
  },
];

/** The kinds of spoils; a later one does not undo what an earlier one means. */
const KINDS = [ODD, BROKEN, BARRED];

/** Spoils a request in so many ways. */
export function spoil(draft: Draft, times: number, chance: Chance): void {
  const kinds = Array.from({ length: times }, () => chance.below(KINDS.length)).sort();
  for (const kind of kinds) chance.pick(KINDS[kind] ?? ODD)(draft, chance);
  draft.isWhole = !kinds.includes(KINDS.indexOf(BROKEN));
  draft.isBarred = kinds.includes(KINDS.indexOf(BARRED));
}
