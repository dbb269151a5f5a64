import { type Refusal, refuse } from './reading.ts';

/** What stands in a JSON-like text that can be repaired without guessing. */
export interface Scan {
  ok: true;
  /** The contents of the quoted strings, escapes undone, in order. */
  strings: string[];
  /** Keys that one object of the text holds more than once, in order of appearance. */
  repeated: string[];
  /** The text again with every string and word in double quotes and no comma before a closing bracket. */
  tidy: string;
}

type Kind = 'open' | 'close' | 'text' | 'comma' | 'colon';
interface Token {
  kind: Kind;
  /** The bracket, the bare word, or the string with its escapes undone. */
  text: string;
  quoted: boolean;
  end: number;
}
interface Frame {
  bracket: string;
  keys: Set<string>;
}
interface Walk {
  frames: Frame[];
  before: Token | null;
  strings: string[];
  repeated: string[];
  tidy: string[];
}

const MAX_DEPTH = 64;
const MARKS: Readonly<Record<string, Kind>> = {
  '{': 'open',
  '[': 'open',
  '}': 'close',
  ']': 'close',
  ',': 'comma',
  ':': 'colon',
};
/** A word outside quotes: a key, a number, a literal, a percentage or a plain one-word value. */
const BARE = /[\p{L}\p{N}_.%/+-]+/uy;
const LITERAL =
  /^(?:true|false|null|True|False|None|[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?|-?Infinity|NaN)$/;

/** What JSON writes for the escapes of single-quoted text, and for raw control characters. */
const SINGLE: Readonly<Record<string, string>> = { "\\'": "'", '"': '\\"' };
const CONTROL: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };

/** The text between two quotes with its escapes undone, or null when an escape is none of JSON's. */
function unescaped(raw: string, quote: string): string | null {
  const inner = quote === "'" ? raw.replace(/\\[\s\S]|"/gu, (hit) => SINGLE[hit] ?? hit) : raw;
  const visible = inner.replace(/[\n\r\t]/gu, (hit) => CONTROL[hit] ?? hit);
  try {
    const value: unknown = JSON.parse(`"${visible}"`);
    return typeof value === 'string' ? value : null;
  } catch {
    return null;
  }
}

function quotedAt(text: string, start: number, quote: string): Token | Refusal {
  let end = start + 1;
  while (end < text.length && text[end] !== quote) end += text[end] === '\\' ? 2 : 1;
  if (end >= text.length) return refuse('unbalanced', { got: text.slice(start) });
  const content = unescaped(text.slice(start + 1, end), quote);
  if (content === null) return refuse('bad_escape', { got: text.slice(start, end + 1) });
  return { kind: 'text', text: content, quoted: true, end: end + 1 };
}

function tokenAt(text: string, start: number): Token | Refusal {
  const mark = text[start] ?? '';
  const kind = MARKS[mark];
  if (kind) return { kind, text: mark, quoted: false, end: start + 1 };
  if (mark === '"' || mark === "'") return quotedAt(text, start, mark);
  BARE.lastIndex = start;
  const word = BARE.exec(text)?.[0];
  if (word === undefined) return refuse('malformed', { got: text.slice(start) });
  return { kind: 'text', text: word, quoted: false, end: start + word.length };
}

/** What may stand after what; a comma before a closing bracket is the trailing one. */
const FOLLOWS: Readonly<Record<Kind, readonly Kind[]>> = {
  open: ['open', 'close', 'text'],
  text: ['comma', 'colon', 'close'],
  comma: ['open', 'text', 'close'],
  colon: ['open', 'text'],
  close: ['comma', 'close'],
};

function closes(walk: Walk, token: Token): boolean {
  const opener = walk.frames.pop()?.bracket;
  return token.text === '}' ? opener === '{' : opener === '[';
}

function takeText(walk: Walk, token: Token): Refusal | null {
  const frame = walk.frames.at(-1);
  if (token.quoted) walk.strings.push(token.text);
  if (frame?.bracket === '[' && !token.quoted && !LITERAL.test(token.text))
    return refuse('unquoted', { got: token.text });
  if (token.quoted || !LITERAL.test(token.text)) walk.tidy.push(JSON.stringify(token.text));
  else walk.tidy.push(token.text);
  return null;
}

function takeKey(walk: Walk): Refusal | null {
  const frame = walk.frames.at(-1);
  const key = walk.before?.text ?? '';
  if (frame?.bracket !== '{') return refuse('malformed', { got: `${key}:` });
  if (frame.keys.has(key)) walk.repeated.push(key);
  frame.keys.add(key);
  return null;
}

function takeBracket(walk: Walk, token: Token): Refusal | null {
  if (token.kind === 'close') return closes(walk, token) ? null : refuse('unbalanced', { got: token.text });
  walk.frames.push({ bracket: token.text, keys: new Set() });
  return walk.frames.length > MAX_DEPTH ? refuse('too_deep') : null;
}

function take(walk: Walk, token: Token): Refusal | null {
  if (token.kind === 'text') return takeText(walk, token);
  if (token.kind === 'close' && walk.before?.kind === 'comma') walk.tidy.pop();
  walk.tidy.push(token.text);
  if (token.kind === 'colon') return takeKey(walk);
  return token.kind === 'comma' ? null : takeBracket(walk, token);
}

function step(walk: Walk, token: Token): Refusal | null {
  const before = walk.before;
  if (before === null ? token.kind !== 'open' : !FOLLOWS[before.kind].includes(token.kind))
    return refuse('malformed', { got: token.text });
  if (before !== null && walk.frames.length === 0) return refuse('several', { got: token.text });
  const refusal = take(walk, token);
  walk.before = token;
  return refusal;
}

/**
 * Looks over one JSON-like object or list before anything repairs it. Accepted beyond JSON: single quotes, bare
 * keys, bare one-word values of an object, raw line breaks in strings, and commas before a closing bracket.
 * Refused: `unbalanced`, `malformed`, `several`, `unquoted` (a bare word in a list), `bad_escape`, `too_deep`.
 */
export function scan(text: string): Scan | Refusal {
  const walk: Walk = { frames: [], before: null, strings: [], repeated: [], tidy: [] };
  let at = 0;
  while (at < text.length) {
    if (/\s/u.test(text[at] ?? '')) {
      at += 1;
      continue;
    }
    const token = tokenAt(text, at);
    const refusal = 'ok' in token ? token : step(walk, token);
    if (refusal) return refusal;
    at = 'end' in token ? token.end : text.length;
  }
  if (walk.frames.length > 0 || walk.before === null) return refuse('unbalanced', { got: text });
  return { ok: true, strings: walk.strings, repeated: walk.repeated, tidy: walk.tidy.join('') };
}
