import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import type { RequestHandlerExtra } from '@modelcontextprotocol/sdk/shared/protocol.js';
import {
  CallToolRequestSchema,
  CompleteRequestSchema,
  ErrorCode,
  GetPromptRequestSchema,
  ListPromptsRequestSchema,
  ListResourcesRequestSchema,
  ListResourceTemplatesRequestSchema,
  ListToolsRequestSchema,
  ReadResourceRequestSchema,
  type ServerNotification,
  type ServerRequest,
  SubscribeRequestSchema,
  UnsubscribeRequestSchema,
} from '@modelcontextprotocol/sdk/types.js';
import type { Answered } from '../kit/answered.ts';
import type { JobProgress } from '../kit/job.ts';
import { describePrompt, offeredPrompts } from '../prompts/list.ts';
import { TEMPLATES } from '../resources/list.ts';
import type { ToolDescription } from './describe.ts';
import type { Dispatcher } from './dispatch.ts';
import { ICON } from './icon.ts';
import { instructionsFor } from './instructions.ts';
import type { Library } from './library.ts';
import type { Line } from './result.ts';
import type { Subscriptions } from './subscriptions.ts';

/** What the server is made of; `library` is loaded when it is first needed. */
interface ServerParts {
  readonly tools: readonly ToolDescription[];
  readonly call: Dispatcher['call'];
  readonly library: () => Promise<Library>;
  readonly version: string;
  /** False for a client that leaves with its answer, so that nothing can be told to it later. */
  readonly isLasting?: boolean;
}

/** The only contact with the MCP SDK besides the transports: requests in, results out. */
export function createMcpServer(parts: ServerParts): Server {
  const names = new Set(parts.tools.map(({ name }) => name));
  const instructions = instructionsFor((tool) => names.has(tool));
  const isLasting = parts.isLasting !== false;
  const server = new Server(
    { name: 'deep-think-mcp', title: 'Deep Think', version: parts.version, icons: [ICON] },
    {
      capabilities: {
        tools: {},
        prompts: {},
        resources: isLasting ? { subscribe: true } : {},
        completions: {},
      },
      instructions,
    },
  );
  answerTools(server, parts, names);
  answerPrompts(server, parts, names);
  answerResources(server, parts);
  if (isLasting) answerSubscriptions(server, parts);
  return server;
}

function answerTools(server: Server, { tools, call }: ServerParts, names: ReadonlySet<string>): void {
  server.setRequestHandler(ListToolsRequestSchema, () => ({ tools }) as never);
  server.setRequestHandler(CallToolRequestSchema, async ({ params }, extra) => {
    if (!names.has(params.name))
      throw withCode(ErrorCode.InvalidParams, `Unknown tool: ${params.name.slice(0, 64)}`);
    const result = await call(params.name, params.arguments ?? {}, lineOf(extra));
    const { reply, isError, errorText, meta } = result;
    return {
      content: [{ type: 'text' as const, text: errorText ?? JSON.stringify(reply) }],
      ...(errorText === undefined ? { structuredContent: reply } : {}),
      ...(isError ? { isError } : {}),
      ...(meta === undefined ? {} : { _meta: { ...meta } }),
    };
  });
}

/** Prompts and what completes their arguments; the list is ready-made. */
function answerPrompts(server: Server, { library }: ServerParts, names: ReadonlySet<string>): void {
  const prompts = offeredPrompts((tool) => names.has(tool)).map(describePrompt);
  server.setRequestHandler(ListPromptsRequestSchema, () => ({ prompts }) as never);
  server.setRequestHandler(GetPromptRequestSchema, async ({ params }) => {
    const prompt = await (await library()).prompt(params.name, params.arguments ?? {});
    const { description, text } = orThrow(prompt);
    return { description, messages: [{ role: 'user' as const, content: { type: 'text' as const, text } }] };
  });
  server.setRequestHandler(CompleteRequestSchema, async ({ params: { ref, argument } }) => {
    const of = ref.type === 'ref/prompt' ? { prompt: ref.name } : { template: ref.uri };
    const { values, total, hasMore } = orThrow(await (await library()).complete({ of, ...argument }));
    return { completion: { values: [...values], total, hasMore } };
  });
}

function answerResources(server: Server, { library }: ServerParts): void {
  server.setRequestHandler(ListResourceTemplatesRequestSchema, () => ({
    resourceTemplates: [...TEMPLATES],
  }));
  server.setRequestHandler(ListResourcesRequestSchema, async ({ params }) => {
    const page = orThrow(await (await library()).resources(params?.cursor ?? null));
    return { ...page, resources: [...page.resources] };
  });
  server.setRequestHandler(ReadResourceRequestSchema, async ({ params: { uri } }) => ({
    contents: [orThrow(await (await library()).read(uri), { uri })],
  }));
}

/** Nothing is loaded or watched for a client that subscribes to nothing. */
function answerSubscriptions(server: Server, { library }: ServerParts): void {
  // A client that has gone needs no news.
  const tell = (uri: string) => void server.sendResourceUpdated({ uri }).catch(() => undefined);
  let begun: Promise<Subscriptions> | null = null;
  const subscriptions = () => {
    begun ??= library().then((found) => found.subscriptions(tell));
    return begun;
  };
  server.setRequestHandler(SubscribeRequestSchema, async ({ params: { uri } }) => {
    orThrow(await (await subscriptions()).add(uri), { uri });
    return {};
  });
  server.setRequestHandler(UnsubscribeRequestSchema, async ({ params: { uri } }) => {
    (await subscriptions()).remove(uri);
    return {};
  });
  server.onclose = () =>
    begun?.then(
      (own) => own.close(),
      () => undefined,
    );
}

/** The code of the protocol for a resource that is not there, which the SDK does not name. */
const RESOURCE_NOT_FOUND = -32002;
const CODES = {
  bad_request: ErrorCode.InvalidParams,
  not_there: RESOURCE_NOT_FOUND,
  failed: ErrorCode.InternalError,
};

/** The value, or the error of the protocol for its absence. */
function orThrow<T extends object>(answered: Answered<T>, data?: object): T {
  if (!('problem' in answered)) return answered;
  const { problem, message } = answered;
  throw withCode(CODES[problem], message, data);
}

/** The SDK sends code, message and data as they are; its own class would write the code into the message. */
const withCode = (code: number, message: string, data?: object) =>
  Object.assign(new Error(message), { code, ...(data === undefined ? {} : { data }) });

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
