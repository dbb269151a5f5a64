import { posix } from 'node:path';

/** @typedef {{ path: string, text: string }} Page */

/**
 * Relative links that lead nowhere; an anchor must be a heading of the page when it is the page's own.
 * @param {Page} page
 * @param {(path: string) => boolean} isThere
 * @returns {string[]}
 */
export function deadLinks({ path, text }, isThere) {
  const targets = [...text.matchAll(/\]\(([^)\s]+)\)/g)].map((match) => match[1] ?? '');
  const anchors = headingAnchors(text);
  return targets
    .filter((target) => !/^[a-z][a-z+.-]*:/i.test(target))
    .filter((target) => {
      const [file = '', anchor = ''] = target.split('#');
      return file === '' ? !anchors.has(anchor) : !isThere(posix.join(posix.dirname(path), file));
    })
    .map((target) => `${path}: the link to ${target} leads nowhere`);
}

/**
 * The anchors that GitHub gives to a page's headings.
 * @param {string} text
 */
function headingAnchors(text) {
  const headings = [...text.matchAll(/^#{1,6}\s+(.+)$/gm)].map((match) => match[1] ?? '');
  return new Set(
    headings.map((heading) =>
      heading
        .toLowerCase()
        .replace(/[^\p{L}\p{N}\s_-]/gu, '')
        .trim()
        .replaceAll(' ', '-'),
    ),
  );
}

/**
 * `npm run` and `npm test` commands of a page that package.json does not have.
 * @param {Page} page
 * @param {readonly string[]} scripts
 * @returns {string[]}
 */
export function unknownScripts({ path, text }, scripts) {
  const named = [...text.matchAll(/\bnpm (?:run ([\w:-]+)|(test)\b)/g)].map((m) => m[1] ?? m[2] ?? '');
  return [...new Set(named)]
    .filter((name) => !scripts.includes(name))
    .map((name) => `${path}: npm has no script ${name}`);
}

/**
 * Names that a page which must name them all leaves out; a name stands between backquotes or as a word.
 * @param {string} text
 * @param {readonly string[]} names
 * @param {string} path
 * @returns {string[]}
 */
export function unlisted(text, names, path) {
  const words = new Set(text.split(/[\s`|,;()]+/));
  return names.filter((name) => !words.has(name)).map((name) => `${path} does not name ${name}`);
}
