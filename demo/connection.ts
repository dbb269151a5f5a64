import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { getDefaultEnvironment, StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';

/** One flat reply of the server. */
export type Reply = Readonly<Record<string, unknown>>;
export type Arguments = Readonly<Record<string, unknown>>;

/** Something that the server should not have done; ends the run with exit code 1. */
export class Unexpected extends Error {}

/** Throws unless `condition` holds. */
export function expect(condition: boolean, otherwise: string): asserts condition {
  if (!condition) throw new Unexpected(otherwise);
}

/** A field that must be a text. */
export function text(reply: Reply, field: string): string {
  const value = reply[field];
  expect(typeof value === 'string', `"${field}" is no text in ${JSON.stringify(reply)}`);
  return value;
}

/** The tool that the reply names, or null when nothing is left. */
export function nextTool(reply: Reply): string | null {
  return reply.next_tool === null ? null : text(reply, 'next_tool');
}

/** A running server process and the client that talks to it. */
export interface Connection {
  readonly pid: number | null;
  readonly toolCount: number;
  readonly call: (tool: string, args: Arguments) => Promise<Reply>;
  readonly close: () => Promise<void>;
}

/** Starts `bin` with its own data folder and shakes hands. */
export async function connect(bin: string, home: string): Promise<Connection> {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [bin],
    env: { ...getDefaultEnvironment(), DEEP_THINK_HOME: home },
    stderr: 'inherit',
  });
  const client = new Client({ name: 'deep-think-demo', version: '0.1.0' });
  await client.connect(transport);
  const { tools } = await client.listTools();
  return {
    pid: transport.pid,
    toolCount: tools.length,
    close: () => client.close(),
    call: async (tool, args) => {
      const result = await client.callTool({ name: tool, arguments: { ...args } });
      const reply = result.structuredContent;
      expect(result.isError !== true, `${tool} failed: ${JSON.stringify(result.content)}`);
      expect(isReply(reply), `${tool} sent no structured content`);
      return reply;
    },
  };
}

function isReply(value: unknown): value is Reply {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
