import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import type { RequestOptions } from '@modelcontextprotocol/sdk/shared/protocol.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { JSONRPCMessageSchema } from '@modelcontextprotocol/sdk/types.js';
import { type ProcessOptions, type ServerProcess, startProcess } from './server-process.ts';

export type Reply = Readonly<Record<string, unknown>>;

/** A parameter as the tool list advertises it. */
export interface ParameterSchema {
  readonly type: string;
  readonly enum?: readonly string[];
  readonly properties?: Readonly<Record<string, unknown>>;
}

/** A tool as the tool list advertises it. */
export interface ListedTool {
  readonly name: string;
  readonly properties: Readonly<Record<string, ParameterSchema>>;
  readonly required: readonly string[];
  readonly destructive: boolean;
  readonly readOnly: boolean;
}

/** The whole result of one call. */
export interface CallResult {
  readonly tool: string;
  readonly content: readonly { readonly type: string; readonly text?: string }[];
  readonly reply: Reply;
  readonly isError: boolean;
  /** What stands beside the answer, in `_meta`. */
  readonly meta: Reply;
}

/** A server with an SDK client connected to it. */
export interface Session {
  readonly server: ServerProcess;
  /** The client itself, for what is no tool. */
  readonly client: Client;
  readonly tools: readonly ListedTool[];
  /** The structured content of a call. */
  call(tool: string, args?: object, options?: RequestOptions): Promise<Reply>;
  result(tool: string, args?: object, options?: RequestOptions): Promise<CallResult>;
}

/** For requests that only a hung server leaves unanswered; a slow machine is no failure. */
export const PATIENT: RequestOptions = { timeout: 600_000 };

function transportOf(server: ServerProcess): Transport {
  const transport: Transport = {
    start: async () => {
      server.onLine((line) => {
        try {
          transport.onmessage?.(JSONRPCMessageSchema.parse(JSON.parse(line)));
        } catch (error) {
          transport.onerror?.(error instanceof Error ? error : new Error(String(error)));
        }
      });
      server.ended.then(() => transport.onclose?.());
    },
    send: async (message) => server.write(`${JSON.stringify(message)}\n`),
    close: async () => server.closeStdin(),
  };
  return transport;
}

async function listTools(client: Client): Promise<readonly ListedTool[]> {
  const { tools } = await client.listTools({}, PATIENT);
  return tools.map(({ name, inputSchema, annotations }) => ({
    name,
    // The schemas are our own: one plain `type` for each property.
    properties: (inputSchema.properties ?? {}) as Record<string, ParameterSchema>,
    required: inputSchema.required ?? [],
    destructive: annotations?.destructiveHint === true,
    readOnly: annotations?.readOnlyHint === true,
  }));
}

/** Starts a server on `home` and connects; the server is killed when the running test is over. */
export async function connect(options: ProcessOptions): Promise<Session> {
  const server = startProcess(options);
  const client = new Client({ name: 'test', version: '1.0.0' });
  await client.connect(transportOf(server), PATIENT);
  const result = async (
    tool: string,
    args: object = {},
    options: RequestOptions = {},
  ): Promise<CallResult> => {
    const raw = await client.callTool({ name: tool, arguments: { ...args } }, undefined, {
      ...PATIENT,
      ...options,
    });
    return {
      tool,
      // What the SDK types as unknown was checked by its own schema.
      content: raw.content as CallResult['content'],
      reply: (raw.structuredContent ?? {}) as Reply,
      isError: raw.isError === true,
      meta: (raw._meta ?? {}) as Reply,
    };
  };
  return {
    server,
    client,
    tools: await listTools(client),
    result,
    call: async (tool, args, options) => (await result(tool, args, options)).reply,
  };
}

/** Ends a server the way a client does, and waits for its end. */
export async function disconnect({ server }: Session): Promise<void> {
  server.closeStdin();
  await server.ended;
}
