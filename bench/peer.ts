import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** How the peers get here. */
export const INSTALL_PEER = 'npm install --prefix bench';

/** A server that people have beside this one. */
export interface Neighbour {
  readonly name: string;
  readonly version: string;
  readonly script: string;
  /** What it is started with; `home` is a folder of its own. */
  readonly args: (home: string) => readonly string[];
}

const none = () => [];

/** Package, file below it, and arguments of each. */
const NEIGHBOURS = [
  ['@modelcontextprotocol/server-sequential-thinking', 'dist/index.js', none],
  ['@modelcontextprotocol/server-memory', 'dist/index.js', none],
  ['@modelcontextprotocol/server-filesystem', 'dist/index.js', (home: string) => [home]],
  ['@playwright/mcp', 'cli.js', none],
] as const;

const installed = (file: string) => fileURLToPath(new URL(`node_modules/${file}`, import.meta.url));

/** Those that are installed; the first one is the peer of the notebooks. */
export function neighbours(): Neighbour[] {
  return NEIGHBOURS.flatMap(([name, file, args]) => {
    const script = installed(`${name}/${file}`);
    if (!existsSync(script)) return [];
    const { version } = JSON.parse(readFileSync(installed(`${name}/package.json`), 'utf8'));
    return [{ name, version, script, args }];
  });
}

/** The script of the server that sequentialthinking is compared with; null while it is not installed. */
export function peerServer(): string | null {
  const [[peer]] = NEIGHBOURS;
  return neighbours().find(({ name }) => name === peer)?.script ?? null;
}
