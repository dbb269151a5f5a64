import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const PEER = 'node_modules/@modelcontextprotocol/server-sequential-thinking/dist/index.js';

/** How the peer gets here. */
export const INSTALL_PEER = 'npm install --prefix bench';

/** The script of the server that sequentialthinking is compared with; null while it is not installed. */
export function peerServer(): string | null {
  const path = fileURLToPath(new URL(PEER, import.meta.url));
  return existsSync(path) ? path : null;
}
