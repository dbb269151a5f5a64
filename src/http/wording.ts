import type { FiledToken } from '../store/token-file.ts';

/** What a refused request reads, by the reason. */
export const refusals = {
  host: 'Forbidden: the Host header names no host of this server.',
  origin: 'Forbidden: requests from other sites are not taken.',
  token: 'Unauthorized: send the header Authorization: Bearer TOKEN.',
  path: 'Not found.',
  method: 'Method not allowed.',
  no_session: 'Session not found: begin anew with initialize.',
  session_wanted: 'Bad request: the header Mcp-Session-Id is missing; begin with initialize.',
  no_json: 'Parse error: the body is not JSON.',
  no_message: 'Invalid request: the body is no message of the protocol.',
  not_json: 'Unsupported media type: send application/json.',
  too_large: 'The message is too long.',
  no_room: 'Too many long messages at once; try again.',
  sessions_full: 'Too many clients are connected; try again later.',
  stopping: 'The server is stopping.',
  defect: 'The server has a defect and could not answer.',
} as const;

/** What is wrong with an option, as one clause. */
export const mistakes = {
  transport: (given: string) => ({
    mistake: `transport: wanted stdio, streamable-http or sse, not "${given}"`,
  }),
  host: (given: string) => ({ mistake: `host: wanted a name or an address, not "${given}"` }),
  port: (given: string) => ({ mistake: `port: wanted 0 to 65535, not "${given}"` }),
  path: (given: string) => ({
    mistake: `path: wanted one such as /mcp, other than /health and /metrics, not "${given}"`,
  }),
  open: (host: string) => ({
    mistake: `host ${host} can be reached from other machines, so that a token is needed: use serve without --no-auth, or --token-file`,
  }),
};

const LISTEN: Readonly<Record<string, string>> = {
  EADDRINUSE: 'another program uses this port; choose another with --port, or stop that program',
  EACCES: 'this port needs rights that the process does not have; choose one above 1023 with --port',
  EADDRNOTAVAIL: 'this machine has no such address; choose another with --host',
  ENOTFOUND: 'no address is known for this host; choose another with --host',
};

/** Why a server could not begin to listen. */
export const sayNotListening = (where: string, code: string) =>
  `cannot serve ${where}: ${LISTEN[code] ?? code}`;

/** Why there is no token. */
export const sayNoToken = (problem: string) => `no token: ${problem}`;

/** The first line of a server, and the entry for clients that take a JSON file; a log gets no token. */
export function sayServing(
  { transport, url }: { readonly transport: 'streamable-http' | 'sse'; readonly url: string },
  token: FiledToken | null,
  to: 'terminal' | 'log',
): string {
  const type = transport === 'sse' ? 'sse' : 'http';
  const shown = to === 'terminal' ? token?.token : 'TOKEN';
  const headers = token === null ? {} : { headers: { Authorization: `Bearer ${shown}` } };
  const entry = { mcpServers: { 'deep-think': { type, url, ...headers } } };
  const whose = token === null ? 'without a token' : `with the token in ${token.path}`;
  return `deep-think-mcp: serving ${url} ${whose}\n${JSON.stringify(entry, null, 2)}\n`;
}
