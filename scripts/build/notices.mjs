import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { bundledInputs } from './bundle.mjs';

const HEADER = `The published bundle contains code of the packages below, under their licences.
This file is generated: \`npm run notices\`.
`;
const RULE = `\n${'-'.repeat(80)}\n\n`;

/**
 * The notices text: name, version, licence and licence text of each package with code in the bundle.
 * @param {string} root
 * @param {import('esbuild').Metafile} metafile
 */
export function noticesFor(root, metafile) {
  const sections = packagesIn(bundledInputs(metafile)).map((name) =>
    noticeOf(join(root, 'node_modules', name)),
  );
  return [HEADER, ...sections].join(RULE);
}

/**
 * Folder names below node_modules (nested ones with their whole path), sorted, each once.
 * @param {readonly string[]} inputs
 */
export function packagesIn(inputs) {
  const names = inputs.flatMap((path) => {
    const inside = path.split('node_modules/').slice(1).join('node_modules/');
    const match = /^(?:.+\/node_modules\/)?(?:@[^/]+\/)?[^/]+(?=\/)/.exec(inside);
    return match === null ? [] : [match[0]];
  });
  return [...new Set(names)].sort();
}

/** @param {string} folder */
function noticeOf(folder) {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const licenceFile = readdirSync(folder).find((entry) => /^(licen[sc]e|copying)([.-]|$)/i.test(entry));
  if (typeof license !== 'string' || licenceFile === undefined) {
    throw new Error(`${name} is in the bundle but has no licence field or no licence text.`);
  }
  const text = readFileSync(join(folder, licenceFile), 'utf8').replaceAll('\r\n', '\n').trim();
  return `${name} ${version} (${license})\n\n${text}\n`;
}
