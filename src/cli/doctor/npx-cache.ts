import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Machine, PACKAGE_NAME } from '../../clients/client.ts';
import { type Check, type Finding, problem, warning } from './finding.ts';

function cacheFolder({ env, home, platform }: Machine): string {
  const named = env.npm_config_cache?.trim() ?? '';
  if (named !== '') return named;
  return platform === 'win32'
    ? join(env.LOCALAPPDATA ?? join(home, 'AppData', 'Local'), 'npm-cache')
    : join(home, '.npm');
}

function entriesOf(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function versionIn(folder: string): string | null {
  try {
    const { version }: { version?: unknown } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
    return typeof version === 'string' && existsSync(join(folder, 'dist', 'main.cjs')) ? version : null;
  } catch {
    return null;
  }
}

function findingOf(folder: string, installed: string, ours: string): Finding[] {
  if (!existsSync(installed)) return [];
  const version = versionIn(installed);
  const todo = `Delete ${folder}; the next start with npx fetches it anew.`;
  if (version === null) return [problem(`npx keeps an incomplete copy in ${folder}`, todo)];
  if (version === ours) return [];
  return [warning(`npx keeps version ${version} in ${folder}, this is ${ours}`, todo)];
}

/** Whether npx would start another version than this one, or half a copy. */
export const npxCache: Check = {
  name: 'npx',
  look: ({ machine, version }) => {
    const cache = join(cacheFolder(machine), '_npx');
    return entriesOf(cache).flatMap((name) => {
      const folder = join(cache, name);
      return findingOf(folder, join(folder, 'node_modules', PACKAGE_NAME), version);
    });
  },
};
