import { excerpt, flat } from '../../core/text.ts';

/** How much of a title a drawing shows, in code points. */
const LABEL_LENGTH = 160;

/** One line without control signs, turns of direction and lone halves of surrogate pairs, which no renderer accepts. */
function drawable(text: string): string {
  return excerpt(flat(text), LABEL_LENGTH).replace(/\p{Cs}/gu, '');
}

/** A text as the inside of a quoted DOT string: one line, nothing that could end the string or become an entity. */
export function dotLabel(text: string): string {
  return drawable(text)
    .replace(/[\\"<>]/gu, '\\$&')
    .replace(/&(?=#?\w+;)/gu, '&amp;');
}

/** A text as the inside of a quoted Mermaid label: what could end it or mean something, as its number. */
export function mermaidLabel(text: string): string {
  return drawable(text).replace(/["#&<>`\\]/gu, (sign) => `#${sign.codePointAt(0)};`);
}
