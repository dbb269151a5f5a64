/** Every element and attribute that a record in HTML may hold; none of them can do anything. */
const ATTRIBUTES = new Set(
  'lang charset http-equiv content name class dir id href rel datetime aria-label role viewbox width height x y d cx cy r rx text-anchor transform start style'.split(
    ' ',
  ),
);
const ELEMENTS = new Set(
  'html head meta title style body header main footer section nav figure figcaption div span p ul ol li h1 h2 h3 h4 a strong em s del ins blockquote pre code hr br table thead tbody tr th td time svg g path rect text circle'.split(
    ' ',
  ),
);
const VOID = new Set(['meta', 'br', 'hr']);
const TAG = /^<(\/?)([a-z][a-z0-9]*)((?: [a-z][a-z-]*="[^"<]*")*) ?\/?>/iu;
const ENTITY = /^&(?:amp|lt|gt|quot|#39);/u;

/** Whatever in an HTML text is no escaped text, no closed element or no harmless attribute: one line each. */
export function markupFaults(html: string): readonly string[] {
  const faults: string[] = [];
  const open: string[] = [];
  const body = html.replace(/^<!doctype html>\n/u, '').replace(/<style>[^<]*<\/style>/u, '');
  for (let at = 0; at < body.length; ) {
    const sign = body[at];
    const rest = body.slice(at, at + 4000);
    if (sign === '<') {
      const tag = TAG.exec(rest);
      if (tag === null) return [...faults, `no tag: ${rest.slice(0, 60)}`];
      faults.push(...tagFaults(tag, open));
      at += tag[0].length;
      continue;
    }
    if (sign === '&' && !ENTITY.test(rest)) faults.push(`no entity: ${rest.slice(0, 20)}`);
    at += 1;
  }
  return open.length === 0 ? faults : [...faults, `left open: ${open.join(' ')}`];
}

function tagFaults([, slash, name = '', attributes = '']: RegExpExecArray, open: string[]): string[] {
  const element = name.toLowerCase();
  if (slash === '/') return open.pop() === element ? [] : [`</${element}> closes nothing`];
  if (!VOID.has(element)) open.push(element);
  const names = [...attributes.matchAll(/ ([a-z-]+)="([^"]*)"/giu)];
  return [
    ...(ELEMENTS.has(element) ? [] : [`<${element}>`]),
    ...names.flatMap(([, attribute = '', value = '']) => {
      if (!ATTRIBUTES.has(attribute.toLowerCase())) return [`${attribute} on <${element}>`];
      if (attribute === 'href') return /^(#part-\d+$|https?:\/\/|mailto:)/iu.test(value) ? [] : [value];
      return attribute === 'style' && !/^text-align:\w+$/u.test(value) ? [`style="${value}"`] : [];
    }),
  ];
}
