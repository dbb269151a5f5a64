const URL_START = /https?:\/\//giu;
const URL_BODY = /[^\s\p{Cc}<>"`|\\^{}]+/uy;
const TRAILING = /[.,;:!?'*…。，、]+$/u;
const PAIRS: ReadonlyMap<string, string> = new Map([
  [')', '('],
  [']', '['],
]);

/** Cuts closers that were never opened and punctuation that belongs to the sentence around the address. */
function trimmedUrl(raw: string): string {
  const balanced = untilUnbalanced(raw);
  return balanced.replace(TRAILING, '');
}

function untilUnbalanced(raw: string): string {
  const open: string[] = [];
  for (let at = 0; at < raw.length; at += 1) {
    const sign = raw.charAt(at);
    if (sign === '(' || sign === '[') open.push(sign);
    const opener = PAIRS.get(sign);
    if (opener === undefined) continue;
    if (open.at(-1) !== opener) return raw.slice(0, at);
    open.pop();
  }
  return raw;
}

function urlsIn(text: string): string[] {
  const found: string[] = [];
  for (const start of text.matchAll(URL_START)) {
    URL_BODY.lastIndex = start.index + start[0].length;
    const body = URL_BODY.exec(text)?.[0];
    const host = body === undefined ? '' : trimmedUrl(body);
    if (host !== '') found.push(start[0] + host);
  }
  return found;
}

const SECTION = /^[ \t]*#{2,6}[ \t]*references[ \t]*:?[ \t#]*$/iu;
const HEADING = /^[ \t]*#{2,6}(?!#)/u;
const BULLET = /^[ \t]*[-*+][ \t]+(.*)$/u;
const CODE = /^`+([^`]+)`+/u;
const LINK = /^\[[^\]]*\]\(\s*<?([^\s<>]+?)>?(?:\s+["'][^)]*)?\s*\)/u;
/** A path ends in an extension, perhaps with a line, and something that is no part of a name follows. */
const PATH =
  /^<?((?:[A-Za-z]:)?[\p{L}\p{N}_\-./\\@~+]*\.[A-Za-z0-9_]{1,12}(?::\d+(?:[:-]\d+)?)?)(?=$|[\s)>\],;:.`'"])/u;

/** The lines of every `References` section, up to the next heading. */
function sectionLines(text: string): string[] {
  const lines: string[] = [];
  let inside = false;
  for (const line of text.split(/\r\n|\r|\n/u)) {
    if (SECTION.test(line)) inside = true;
    else if (HEADING.test(line)) inside = false;
    else if (inside) lines.push(line);
  }
  return lines;
}

function pathIn(line: string): string | null {
  const item = BULLET.exec(line)?.[1];
  if (item === undefined) return null;
  const bare = (CODE.exec(item)?.[1] ?? LINK.exec(item)?.[1] ?? item).trim();
  if (/^[a-z][a-z0-9+.-]*:\/\//iu.test(bare)) return null;
  const path = PATH.exec(bare)?.[1];
  return path === undefined || /^\.+$/u.test(path) ? null : path;
}

/** Addresses, then file paths of the `References` sections, of one text. */
export function referencesIn(findings: string): readonly string[] {
  const paths = sectionLines(findings).map(pathIn);
  return [...new Set([...urlsIn(findings), ...paths.filter((path) => path !== null)])];
}

/** A source that texts name, with the ids of those that name it, both in order of appearance. */
export interface NamedReference {
  readonly reference: string;
  readonly ids: readonly string[];
}

/** The references of all texts, each once. */
export function referencesAmong(
  texts: readonly { readonly id: string; readonly text: string }[],
): readonly NamedReference[] {
  const ids = new Map<string, string[]>();
  for (const { id, text } of texts) {
    for (const reference of referencesIn(text)) {
      const givers = ids.get(reference);
      if (givers === undefined) ids.set(reference, [id]);
      else if (givers.at(-1) !== id) givers.push(id);
    }
  }
  return [...ids].map(([reference, givers]) => ({ reference, ids: givers }));
}
