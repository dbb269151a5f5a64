import { once } from './once.ts';

/** The number of Unicode code points; a lone surrogate counts as one. */
export function codePointLength(text: string): number {
  let count = 0;
  for (let at = 0; at < text.length; at += width(text, at)) count += 1;
  return count;
}

/** How many UTF-16 units the code point at this place takes. */
function width(text: string, at: number): 1 | 2 {
  return (text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1;
}

/** A number with its noun; the plural is the noun and an s where it is not given. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}

/** The size in bytes as UTF-8. */
export function utf8Length(text: string): number {
  return new TextEncoder().encode(text).length;
}

/** Whether nothing but whitespace stands in the text. */
export function isBlank(text: string): boolean {
  return text.trim() === '';
}

/** Every run of whitespace as one space, none at the ends. */
export function foldWhitespace(text: string): string {
  return text.replace(/\s+/gu, ' ').trim();
}

/** Signs that turn the direction of what follows: embeddings, overrides and isolates. */
const TURNS = /[\u202a-\u202e\u2066-\u2069]/gu;

/** The text without what steers a terminal or fits no file: line ends as `\n`, every other control sign but the tab, and half a surrogate pair, as U+FFFD. */
export function inert(text: string): string {
  return text.replace(/\r\n?/gu, '\n').replace(/(?![\t\n])\p{Cc}|\p{Cs}/gu, '\uFFFD');
}

/** The text as a terminal may show it: like `inert`, and nothing turns the direction of what follows. */
export function shownText(text: string): string {
  return inert(text).replace(TURNS, '');
}

const STEERING = /[\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu;

/** A value as indented JSON with a line end; what steers a terminal stands there as an escape, so that nothing of it is lost. */
export function jsonText(value: unknown): string {
  const text = JSON.stringify(value, null, 2);
  return `${text.replace(STEERING, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`)}\n`;
}

/** The text on one line: a run of control signs and line ends as one space; what turns its direction is left out. */
export function flat(text: string): string {
  return text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').replace(TURNS, '');
}

/** The place after the first `count` code points, or null when the text is no longer than that. */
function offsetAfter(text: string, count: number): number | null {
  if (text.length <= count) return null;
  let at = 0;
  for (let seen = 0; seen < count && at < text.length; seen += 1) at += width(text, at);
  return at < text.length ? at : null;
}

/** Made when a text is first cut inside a cluster: its tables take longer to load than most calls. */
const graphemes = once(() => new Intl.Segmenter('en', { granularity: 'grapheme' }));

/** Printable ASCII and Han: between two of these a grapheme always ends. */
function isPlain(unit: number): boolean {
  return (unit >= 0x20 && unit < 0x7f) || (unit >= 0x3400 && unit <= 0x9fff);
}

function isSureBoundary(text: string, at: number): boolean {
  return at === 0 || (isPlain(text.charCodeAt(at - 1)) && isPlain(text.charCodeAt(at)));
}

/** The last grapheme boundary at or before a place; only the text since the last sure boundary is segmented. */
function boundaryBefore(text: string, place: number): number {
  if (isSureBoundary(text, place)) return place;
  let start = Math.max(0, place - 1);
  while (!isSureBoundary(text, start)) start -= 1;
  const holding = graphemes()
    .segment(text.slice(start, place + 2))
    .containing(place - start);
  return start + (holding?.index ?? 0);
}

/** The beginning of the grapheme that holds the unit at a place. */
export function graphemeStart(text: string, place: number): number {
  return place <= 0 || place >= text.length
    ? Math.max(0, Math.min(place, text.length))
    : boundaryBefore(text, place);
}

/** The text when it has at most `max` code points; else its beginning, right-trimmed, and `...`. No grapheme is split. */
export function cutText(text: string, max: number): string {
  const place = offsetAfter(text, Math.max(0, max));
  if (place === null) return text;
  return `${text.slice(0, boundaryBefore(text, place)).trimEnd()}...`;
}

/** The text on one line, whitespace folded, cut like `cutText`. */
export function excerpt(text: string, max: number): string {
  return cutText(foldWhitespace(text), max);
}

/** A finite number below 1e21 with this many decimals (0 to 20); an exact tie goes to the even digit. */
export function fixedHalfEven(value: number, digits: number): string {
  const exact = value.toFixed(100);
  const end = exact.length - 100 + digits;
  const down = exact.slice(0, digits === 0 ? end - 1 : end);
  const tie = /^50*$/u.test(exact.slice(end));
  return tie && /[02468]$/u.test(down) ? down : value.toFixed(digits);
}

/** The number rounded to this many decimals as its exact binary value says; a tie goes to the even digit. */
export function roundHalfEven(value: number, digits: number): number {
  if (!Number.isFinite(value) || Math.abs(value) >= 1e21) return value;
  return Number(fixedHalfEven(value, digits)) + 0;
}
