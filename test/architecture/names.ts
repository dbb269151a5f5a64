import type { SourceFile } from './source-files.ts';

const VAGUE = /^index$|(^|-)(utils?|helpers?|managers?|misc|common)(-|$)/;
const LINES_BELOW = 300;

/** One line for each folder or file name that is not a kebab-case noun of its own, and each default export. */
export function badNames({ path, text }: SourceFile): readonly string[] {
  const parts = path.replace(/\.(test\.)?ts$/, '').split('/');
  const vague = parts.filter((part) => VAGUE.test(part)).map((part) => `${path}: ${part} names no idea`);
  const cased = parts
    .filter((part) => !/^[a-z0-9]+(-[a-z0-9]+)*$/.test(part))
    .map((part) => `${path}: ${part} is not kebab-case`);
  const standard = /^export\s+(default\b|\{[^}]*\bas\s+default\b)/m.test(text)
    ? [`${path}: default export`]
    : [];
  const barrel = /^export\s+\*/m.test(text) ? [`${path}: re-exports everything`] : [];
  return [...vague, ...cased, ...standard, ...barrel];
}

/** One line for each file that has grown too long to hold one idea. */
export function longFiles(files: readonly SourceFile[]): readonly string[] {
  return files
    .map(({ path, text }) => ({ path, lines: text.trimEnd().split('\n').length }))
    .filter(({ lines }) => lines >= LINES_BELOW)
    .map(({ path, lines }) => `${path}: ${lines} lines`);
}
