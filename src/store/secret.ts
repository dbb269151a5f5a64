import { resolve } from 'node:path';
import { decodeText, readIfThere } from './atomic-file.ts';
import { systemReason } from './fs-faults.ts';
import { type FsLayer, realFs } from './fs-layer.ts';
import { StoreFault } from './ports.ts';

/** Where a secret may come from; it is read when it is needed and kept nowhere. */
export interface SecretSource {
  /** What the environment holds, or undefined. */
  readonly variable: string | undefined;
  /** The configured path of a file that holds nothing else: absolute, below `~`, or beside `config.toml`. */
  readonly file: string;
  readonly home: string;
  /** The data root, or null when there is none. */
  readonly root: string | null;
}

/** The secret without blanks around it, "" when there is none. Throws `config_invalid` for a file that cannot be read. */
export function readSecret({ variable, file, home, root }: SecretSource, fs: FsLayer = realFs): string {
  const given = variable?.trim() ?? '';
  if (given !== '' || file.trim() === '') return given;
  const path = resolve(root ?? home, file.trim().replace(/^~(?=[\\/])/, home));
  const bytes = contentOf(fs, path);
  const text = bytes === null ? null : decodeText(bytes);
  if (text === null) throw new StoreFault('config_invalid', `api_key_file ${path} is not there or not UTF-8`);
  return text.trim();
}

function contentOf(fs: FsLayer, path: string): Uint8Array | null {
  try {
    return readIfThere(fs, path);
  } catch (error) {
    throw new StoreFault('config_invalid', `api_key_file ${path} cannot be read (${systemReason(error)})`);
  }
}
