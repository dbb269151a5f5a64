import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import type { RequestHandlerExtra } from '@modelcontextprotocol/sdk/shared/protocol.js';
import {
  CallToolRequestSchema,
  ErrorCode,
  ListToolsRequestSchema,
  McpError,
  type ServerNotification,
  type ServerRequest,
} from '@modelcontextprotocol/sdk/types.js';
import type { JobProgress } from '../kit/job.ts';
import type { ToolDescription } from './describe.ts';
import type { Dispatcher } from './dispatch.ts';
import type { Line } from './result.ts';

/** The loop in five sentences: what a model reads before its first call. */
export const INSTRUCTIONS = [
  'This server works hard questions in stages, in notebooks of thoughts (sequentialthinking) or as a tree (tot_start), and keeps every step on disk.',
  'For stages begin with start_session; let the user choose the mode, then set_session_mode.',
  'Each reply says in "message" what to do and in "next_tool" which tool to call next: do that, with the session_id of the reply.',
  'In a stage you work on one thought, round by round (serial: critique, rewrite and score; subagent: one scored candidate for each specialist), until the reply says that it has converged; commit it and advance.',
  'When you are unsure or the chat was cut off, call next_action; resume_session hands back the text in work, and it ends when next_tool is null.',
].join(' ');

/** The only contact with the MCP SDK besides the transports: requests in, results out. */
export function createMcpServer(
  tools: readonly ToolDescription[],
  dispatcher: Pick<Dispatcher, 'call'>,
  version: string,
): Server {
  const server = new Server(
    { name: 'deep-think-mcp', title: 'Deep Think', version },
    { capabilities: { tools: {} }, instructions: INSTRUCTIONS },
  );
  const names = new Set(tools.map(({ name }) => name));
  server.setRequestHandler(ListToolsRequestSchema, () => ({ tools }) as never);
  server.setRequestHandler(CallToolRequestSchema, async ({ params }, extra) => {
    if (!names.has(params.name))
      throw new McpError(ErrorCode.InvalidParams, `Unknown tool: ${params.name.slice(0, 64)}`);
    const result = await dispatcher.call(params.name, params.arguments ?? {}, lineOf(extra));
    const { reply, isError, errorText, meta } = result;
    return {
      content: [{ type: 'text' as const, text: errorText ?? JSON.stringify(reply) }],
      ...(errorText === undefined ? { structuredContent: reply } : {}),
      ...(isError ? { isError } : {}),
      ...(meta === undefined ? {} : { _meta: { ...meta } }),
    };
  });
  return server;
}

type Extra = RequestHandlerExtra<ServerRequest, ServerNotification>;

/** The line to the client of one request: it may be taken back, and may ask to hear of each step. */
function lineOf({ signal, _meta, sendNotification }: Extra): Line {
  const progressToken = _meta?.progressToken;
  if (progressToken === undefined) return { signal };
  let sent = -1;
  const onProgress = ({ done, total, say }: JobProgress) => {
    if (done <= sent || signal.aborted) return;
    sent = done;
    const params = { progressToken, progress: done, total, message: say };
    // A client that has gone needs no news.
    sendNotification({ method: 'notifications/progress', params }).catch(() => undefined);
  };
  return { signal, onProgress };
}
