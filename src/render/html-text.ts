import { inert } from '../core/text.ts';

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** A text for HTML or SVG, between tags or in a quoted attribute; signs that neither may hold become U+FFFD. */
export function escapeHtml(text: string): string {
  return inert(text).replace(/[&<>"']/gu, (sign) => ENTITIES[sign] ?? '');
}

/** The ISO times in a text as people write them, to the second. */
export function readableTimes(text: string): string {
  return text.replace(/(\d{4}-\d\d-\d\d)T(\d\d:\d\d:\d\d)(?:\.\d+)?(?:Z|\+00:00)/gu, '$1 $2 UTC');
}

/** An element with escaped attributes around what is HTML already. */
export function element(
  name: string,
  attributes: Readonly<Record<string, string | number>>,
  inner = '',
): string {
  const written = Object.entries(attributes).map(([key, value]) => ` ${key}="${escapeHtml(String(value))}"`);
  return `<${name}${written.join('')}>${inner}</${name}>`;
}
