import { mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

/** Takes what is to be done when whoever asked is over. */
export type OnEnd = (end: () => void) => void;

/** A data root of its own for the running test (or whatever `onEnd` belongs to), removed when that is over. */
export function tempHome(onEnd: OnEnd = onTestFinished): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'deep-think-test-')));
  onEnd(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
  return join(folder, 'home');
}

/** Where the file of a session lies. */
export function sessionFile(home: string, id: string): string {
  return join(home, 'sessions', `${id}.json`);
}

/** The file of a session as it is on disk, or null. */
export function sessionBytes(home: string, id: string): string | null {
  try {
    return readFileSync(sessionFile(home, id), 'latin1');
  } catch {
    return null;
  }
}

/** Every file below the root's sessions folder with its content, so that any write shows. */
export function sessionsOnDisk(home: string): Readonly<Record<string, string>> {
  const folder = join(home, 'sessions');
  return Object.fromEntries(
    namesIn(folder).map((name) => [name, readFileSync(join(folder, name), 'latin1')]),
  );
}

/** The locks that are held or were left behind. */
export function locksLeft(home: string): readonly string[] {
  return namesIn(join(home, 'locks'));
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder).sort();
  } catch {
    return [];
  }
}
