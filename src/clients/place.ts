import { posix, win32 } from 'node:path';
import type { Client, Machine, Place, Root, Scope } from './client.ts';

/** The path rules of the machine, which may not be the one that runs. */
export function pathsOf({ platform }: Machine): typeof posix {
  return platform === 'win32' ? win32 : posix;
}

/** A folder that a variable may move; a relative value counts for nothing, as the XDG rules say. */
function movable(machine: Machine, variable: string, ...below: readonly string[]): string {
  const { isAbsolute, join } = pathsOf(machine);
  const value = machine.env[variable]?.trim() ?? '';
  return isAbsolute(value) ? value : join(machine.home, ...below);
}

function appData(machine: Machine): string {
  if (machine.platform === 'win32') return movable(machine, 'APPDATA', 'AppData', 'Roaming');
  if (machine.platform === 'darwin') return posix.join(machine.home, 'Library', 'Application Support');
  return movable(machine, 'XDG_CONFIG_HOME', '.config');
}

const ROOTS: Readonly<Record<Root, (machine: Machine) => string>> = {
  home: ({ home }) => home,
  project: ({ cwd }) => cwd,
  config: (machine) => movable(machine, 'XDG_CONFIG_HOME', '.config'),
  app_data: appData,
  claude: (machine) => movable(machine, 'CLAUDE_CONFIG_DIR'),
  continue: (machine) => movable(machine, 'CONTINUE_GLOBAL_DIR', '.continue'),
  codex: (machine) => movable(machine, 'CODEX_HOME', '.codex'),
};

function pathOf(place: Place, machine: Machine): string {
  const own = machine.platform === 'darwin' || machine.platform === 'win32' ? place[machine.platform] : null;
  const [root, ...names] = own ?? place.any;
  return pathsOf(machine).join(ROOTS[root](machine), ...names);
}

/** The scope that is meant, or null when the client has none of that name. */
export function scopeOf({ places }: Client, wanted: Scope | undefined): Scope | null {
  const scopes = scopesOf({ places });
  return wanted === undefined ? (scopes[0] ?? null) : scopes.includes(wanted) ? wanted : null;
}

/** The scopes in which a client keeps a file, the user's first. */
export function scopesOf({ places }: Pick<Client, 'places'>): readonly Scope[] {
  return (['user', 'project'] as const).filter((scope) => places[scope] !== undefined);
}

/** The paths at which the client looks for its file, the usual one first; none where no file is known. */
export function pathsIn({ places }: Client, scope: Scope, machine: Machine): readonly string[] {
  return (places[scope] ?? []).map((place) => pathOf(place, machine));
}
