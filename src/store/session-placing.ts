import { putBack, removeQuietly, writeAtomic, writeExclusive } from './atomic-file.ts';
import { errorCode, systemReason } from './fs-faults.ts';
import type { FsLayer } from './fs-layer.ts';
import { type Destination, type Refusal, refused } from './session-destination.ts';

/** Makes the destination what it was before `place`; forgives a failure. */
export function clearAway(fs: FsLayer, { path, replaced }: Destination): void {
  if (replaced === null) removeQuietly(fs, path);
  else putBack(fs, path, replaced);
}

/** Writes the session at its destination and reads it back; a refusal leaves nothing there. */
export function place(fs: FsLayer, destination: Destination, text: string): Refusal | null {
  const { path, replaced } = destination;
  const failed = (error: unknown) => {
    if (errorCode(error) === null) throw error;
    return refused('destination_write_failed', path, systemReason(error));
  };
  try {
    if (replaced !== null) writeAtomic(fs, path, text, replaced);
    else if (!writeExclusive(fs, path, text)) return refused('destination_exists', path);
  } catch (error) {
    return failed(error);
  }
  try {
    if (Buffer.from(text).equals(fs.readFile(path))) return null;
  } catch (error) {
    clearAway(fs, destination);
    return failed(error);
  }
  clearAway(fs, destination);
  return refused('verification_failed', path);
}
