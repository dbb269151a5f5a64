import { homedir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { resolveHome } from './data-root.ts';
import { readRegularFile } from './regular-file.ts';

const VARIABLE = /^DEEP_THINK_(?:AUTOPILOT_ENABLED|TOOLS_)/;

/** A sign that a source says which tools are offered; without any, a start need not read the configuration. */
export function mayChangeOffer(): boolean {
  if (Object.keys(process.env).some((name) => VARIABLE.test(name))) return true;
  const resolved = resolveHome(process.env, homedir());
  try {
    const own =
      'root' in resolved ? readRegularFile(join(resolved.root, 'config.toml')).toString('utf8') : '';
    return /^[^#\n]*\b(?:autopilot|tools)\b/m.test(own);
  } catch {
    return false;
  }
}
