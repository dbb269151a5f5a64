import { statSync } from 'node:fs';
import { basename } from 'node:path';
import { decodeText } from '../store/atomic-file.ts';
import { errorCode } from '../store/fs-faults.ts';
import { StoreFault } from '../store/ports.ts';
import { readRegularFile } from '../store/regular-file.ts';
import { decodeSession, withTail } from '../store/session-codec.ts';

/** The content of a file and the time of its last change, or why it is left alone. */
export type Loaded = { readonly data: unknown; readonly changedAt: string } | { readonly left: string };

const MIB = 1024 * 1024;
const ENDING = '.json';

const tooLarge = (size: number) => `${(size / MIB).toFixed(1)} MiB, more than a session may have`;

/** The changes beside a session file of ours that are not in it yet; null where there are none. */
function tailBeside(path: string, limit: number): Uint8Array | null {
  const tail = `${path.slice(0, -ENDING.length)}.tail.jsonl`;
  const stat = statSync(tail, { throwIfNoEntry: false });
  if (stat === undefined) return null;
  if (stat.size > limit) throw new StoreFault('session_too_large', `its tail has ${tooLarge(stat.size)}`);
  try {
    return readRegularFile(tail);
  } catch (error) {
    throw new StoreFault('session_corrupt', `its tail cannot be read: ${errorCode(error) ?? error}`);
  }
}

function parse(path: string, bytes: Uint8Array, limit: number): unknown {
  const tail = path.endsWith(ENDING) ? tailBeside(path, limit) : null;
  if (tail !== null)
    return withTail(decodeSession(bytes, basename(path, ENDING), path).session, tail, path).session;
  const text = decodeText(bytes);
  if (text === null) throw new StoreFault('session_corrupt', 'not UTF-8');
  try {
    return JSON.parse(text);
  } catch {
    throw new StoreFault('session_corrupt', text.trim() === '' ? 'empty' : 'not JSON');
  }
}

/** Reads a file of at most `limit` bytes; the file is not changed. */
export function loadFile(path: string, limit: number): Loaded {
  try {
    const { size, mtimeMs } = statSync(path);
    if (size > limit) return { left: tooLarge(size) };
    return { data: parse(path, readRegularFile(path), limit), changedAt: new Date(mtimeMs).toISOString() };
  } catch (error) {
    return { left: error instanceof Error ? error.message : String(error) };
  }
}
