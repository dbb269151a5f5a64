import { readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { resolveHome } from './home.ts';

/** A sign that a source sets the autopilot; without any, a start need not read the configuration for it. */
export function mayOfferAutopilot(): boolean {
  if (process.env.DEEP_THINK_AUTOPILOT_ENABLED !== undefined) return true;
  const resolved = resolveHome(process.env, homedir());
  try {
    const own = 'root' in resolved ? readFileSync(join(resolved.root, 'config.toml'), 'utf8') : '';
    return /^[^#\n]*\bautopilot\b/m.test(own);
  } catch {
    return false;
  }
}
