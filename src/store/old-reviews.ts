import { join } from 'node:path';
import { type FsLayer, realFs } from './fs-layer.ts';

/** Where the replaced review server kept its reviews, and the ids of those that lie there. */
export interface OldReviews {
  readonly folder: string;
  readonly ids: readonly string[];
}

const VARIABLE = 'DEVILS_ADVOCATE_DIR';
const REVIEW_FILE = /^(rev-[a-z0-9]+)\.json$/;

function namesIn(fs: FsLayer, folder: string): readonly string[] {
  try {
    return fs.readdir(folder);
  } catch {
    // Somebody else's folder that cannot be read is none of ours.
    return [];
  }
}

/** The data folder of mcp-devils-advocate by its own rule; null when no review lies there. */
export function oldReviews(env: NodeJS.ProcessEnv, home: string, fs: FsLayer = realFs): OldReviews | null {
  const given = env[VARIABLE]?.trim() ?? '';
  const folder =
    given === '' ? join(home, '.mcp-devils-advocate') : given.replace(/^~(?=[\\/]|$)/, () => home);
  const ids = namesIn(fs, folder).flatMap((name) => REVIEW_FILE.exec(name)?.[1] ?? []);
  return ids.length === 0 ? null : { folder, ids };
}
