const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** A text for HTML or SVG, between tags or in a quoted attribute; signs that neither may hold become U+FFFD. */
export function escapeHtml(text: string): string {
  return text
    .replace(/[&<>"']/gu, (sign) => ENTITIES[sign] ?? '')
    .replace(/(?![\t\n\r])\p{Cc}|\p{Cs}/gu, '\uFFFD');
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
