import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import {
  CallToolRequestSchema,
  ErrorCode,
  ListToolsRequestSchema,
  McpError,
} from '@modelcontextprotocol/sdk/types.js';
import type { Registry } from '../kit/registry.ts';
import { describeTool } from './describe.ts';
import type { Dispatcher } from './dispatch.ts';

/** The loop in five sentences: what a model reads before its first call. */
export const INSTRUCTIONS = [
  'This server works hard questions in stages, in notebooks of thoughts (sequentialthinking) or as a tree (tot_start), and keeps every step on disk.',
  'For stages begin with start_session; let the user choose the mode, then set_session_mode.',
  'Each reply says in "message" what to do and in "next_tool" which tool to call next: do that, with the session_id of the reply.',
  'In a stage you draft a thought, then repeat critique, rewrite and score until the reply says that it has converged; commit it and advance.',
  'When you are unsure or the chat was cut off, call next_action; resume_session hands back the text in work, and it ends when next_tool is null.',
].join(' ');

/** The only contact with the MCP SDK besides the transports: requests in, results out. */
export function createMcpServer(registry: Registry, dispatcher: Dispatcher, version: string): Server {
  const server = new Server(
    { name: 'deep-think-mcp', title: 'Deep Think', version },
    { capabilities: { tools: {} }, instructions: INSTRUCTIONS },
  );
  const tools = [...registry.tools.values()].map(describeTool);
  server.setRequestHandler(ListToolsRequestSchema, () => ({ tools }) as never);
  server.setRequestHandler(CallToolRequestSchema, async ({ params }) => {
    if (!registry.tools.has(params.name))
      throw new McpError(ErrorCode.InvalidParams, `Unknown tool: ${params.name.slice(0, 64)}`);
    const { reply, text, isError, meta } = await dispatcher.call(params.name, params.arguments ?? {});
    return {
      content: [{ type: 'text' as const, text }],
      ...(reply === null ? {} : { structuredContent: { ...reply } }),
      ...(isError ? { isError } : {}),
      ...(meta === undefined ? {} : { _meta: { ...meta } }),
    };
  });
  return server;
}
