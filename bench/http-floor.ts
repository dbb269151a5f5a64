import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { CallToolRequestSchema } from '@modelcontextprotocol/sdk/types.js';

const RESULT = { content: [{ type: 'text', text: '{"ok":true}' }], structuredContent: { ok: true } };

/** Parses a request and answers it: what any server of JSON over HTTP does. */
function bare(request: IncomingMessage, response: ServerResponse): void {
  const parts: Buffer[] = [];
  request.on('data', (part: Buffer) => parts.push(part));
  request.on('end', () => {
    const { id } = JSON.parse(Buffer.concat(parts).toString('utf8'));
    response.writeHead(200, { 'content-type': 'application/json', 'mcp-session-id': 'bare' });
    response.end(JSON.stringify({ jsonrpc: '2.0', id, result: RESULT }));
  });
}

const transports = new Map<string, StreamableHTTPServerTransport>();

async function transportFor(id: unknown): Promise<StreamableHTTPServerTransport> {
  const known = transports.get(String(id));
  if (known !== undefined) return known;
  const transport = new StreamableHTTPServerTransport({
    sessionIdGenerator: randomUUID,
    onsessioninitialized: (made) => void transports.set(made, transport),
  });
  const server = new Server({ name: 'floor', version: '1.0.0' }, { capabilities: { tools: {} } });
  server.setRequestHandler(CallToolRequestSchema, () => RESULT);
  // The transport's type allows undefined handlers where the interface wants none.
  await server.connect(transport as Transport);
  return transport;
}

/** The transport of the SDK with a tool that does nothing. */
async function sdk(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const transport = await transportFor(request.headers['mcp-session-id']);
  await transport.handleRequest(request, response);
}

const server = createServer(process.argv[2] === 'sdk' ? sdk : bare);
server.listen(0, '127.0.0.1', () => {
  // Listening on a port, and not on a pipe.
  const { port } = server.address() as AddressInfo;
  console.error(`http://127.0.0.1:${port}/mcp`);
});
