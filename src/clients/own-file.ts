import { blockText, newEntry } from './block.ts';
import { type Client, type EntryOptions, type Machine, SERVER_NAME } from './client.ts';
import { wantedEntry } from './entry.ts';

/** The key of a line, with what stands before it. */
const HEAD = /^ *(?:- )?[\w.-]+:(?= |$)/;
const ARGUMENTS = /^ *args: (\[.*\])\r?$/m;

/** Entries that together hold every key that setup may write. */
const ALL_KEYS: readonly EntryOptions[] = [{ home: '/' }, { remote: { url: '/', token: '-' } }];

const linesOf = (text: string) => text.split(/\r?\n/).filter((line) => line.trim() !== '');
const headOf = (line: string) => HEAD.exec(line)?.[0] ?? '';

/** Whether a file of our own holds one entry of ours, whatever its values, and nothing besides; a blank one does. */
export function isOurFile(client: Client, text: string, machine: Machine): boolean {
  const written = ALL_KEYS.flatMap((options) => {
    const wanted = wantedEntry(client, options, machine);
    return wanted === null ? [] : linesOf(blockText(client, newEntry(wanted)));
  });
  const lines = linesOf(text);
  const heads = new Set(lines.map(headOf));
  const known = new Set(written.map(headOf));
  const names = written.filter((line) => line.endsWith(`name: ${SERVER_NAME}`));
  const isOnce = heads.size === lines.length && [...heads].every((head) => known.has(head));
  return lines.length === 0 || (isOnce && names.every((line) => lines.includes(line)));
}

/** The arguments in a file that is ours. */
export function argumentsIn(text: string): readonly string[] {
  try {
    const words: unknown = JSON.parse(ARGUMENTS.exec(text)?.[1] ?? '[]');
    return Array.isArray(words) ? words.filter((word) => typeof word === 'string') : [];
  } catch {
    return [];
  }
}
