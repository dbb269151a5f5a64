import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import type { RequestHandlerExtra } from '@modelcontextprotocol/sdk/shared/protocol.js';
import {
  CallToolRequestSchema,
  CompleteRequestSchema,
  ErrorCode,
  GetPromptRequestSchema,
  type JSONRPCRequest,
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
import * as z from 'zod';
import { isTable } from '../core/lenient/reading.ts';
import type { Answered } from '../kit/answered.ts';
import type { JobProgress } from '../kit/job.ts';
import { describePrompt, offeredPrompts } from '../prompts/list.ts';
import { TEMPLATES } from '../resources/list.ts';
import type { RawArguments } from './call.ts';
import type { ToolDescription } from './describe.ts';
import type { Dispatcher } from './dispatch.ts';
import { ICON } from './icon.ts';
import { instructionsFor } from './instructions.ts';
import type { Library } from './library.ts';
import type { Line } from './result.ts';
import type { Subscriptions } from './subscriptions.ts';

// A reader compiled for each kind of message would take longer to make than it saves.
z.config({ jitless: true });

/** What the server is made of; `library` is loaded when it is first needed. */
interface ServerParts {
  readonly tools: readonly ToolDescription[];
  readonly call: Dispatcher['call'];
  readonly library: () => Promise<Library>;
  readonly version: string;
  /** False for a client that leaves with its answer, so that nothing can be told to it later. */
  readonly isLasting?: boolean;
}

/** Answers one kind of request, of which nobody has read the params. */
type Answer = (request: JSONRPCRequest, extra: Extra) => object | Promise<object>;
type Answers = Readonly<Record<string, Answer>>;

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
  const answers = new Map(
    Object.entries({
      ...toolAnswers(parts, names),
      ...promptAnswers(parts, names),
      ...resourceAnswers(parts),
      ...(isLasting ? subscriptionAnswers(server, parts) : {}),
    }),
  );
  // A handler of its own for each kind would have the SDK read every call twice more, and check our result.
  server.fallbackRequestHandler = async (request, extra) => {
    const answer = answers.get(request.method);
    if (answer === undefined) throw withCode(ErrorCode.MethodNotFound, 'Method not found');
    return { ...(await answer(request, extra)) };
  };
  return server;
}

function toolAnswers({ tools, call }: ServerParts, names: ReadonlySet<string>): Answers {
  return {
    'tools/list': (request) => {
      readPage(ListToolsRequestSchema, request);
      return { tools };
    },
    'tools/call': async (request, extra) => {
      const { name, given } = readCall(request);
      if (!names.has(name)) throw withCode(ErrorCode.InvalidParams, `Unknown tool: ${name.slice(0, 64)}`);
      const { reply, isError, errorText, meta } = await call(name, given, lineOf(extra));
      return {
        ...(meta === undefined ? {} : { _meta: meta }),
        content: [{ type: 'text', text: errorText ?? JSON.stringify(reply) }],
        ...(errorText === undefined ? { structuredContent: reply } : {}),
        ...(isError ? { isError } : {}),
      };
    },
  };
}

/** The cursor of a request for a list; anything but a text is left to the schema, which says what is wrong. */
function readPage(
  schema: { parse(request: JSONRPCRequest): unknown },
  request: JSONRPCRequest,
): string | null {
  const { cursor } = request.params ?? {};
  if (cursor !== undefined && typeof cursor !== 'string') schema.parse(request);
  return typeof cursor === 'string' ? cursor : null;
}

/** A call in the form that clients send; any other is left to the schema, which says what is wrong. */
function readCall(request: JSONRPCRequest): { readonly name: string; readonly given: RawArguments } {
  const { name, arguments: given = {}, task } = request.params ?? {};
  if (typeof name === 'string' && isTable(given) && task === undefined) return { name, given };
  const { params } = CallToolRequestSchema.parse(request);
  return { name: params.name, given: params.arguments ?? {} };
}

/** Prompts and what completes their arguments; the list is ready-made. */
function promptAnswers({ library }: ServerParts, names: ReadonlySet<string>): Answers {
  return {
    'prompts/list': (request) => {
      readPage(ListPromptsRequestSchema, request);
      return { prompts: offeredPrompts((tool) => names.has(tool)).map(describePrompt) };
    },
    'prompts/get': async (request) => {
      const { params } = GetPromptRequestSchema.parse(request);
      const prompt = await (await library()).prompt(params.name, params.arguments ?? {});
      const { description, text } = orThrow(prompt);
      return { description, messages: [{ role: 'user', content: { type: 'text', text } }] };
    },
    'completion/complete': async (request) => {
      const { ref, argument } = CompleteRequestSchema.parse(request).params;
      const of = ref.type === 'ref/prompt' ? { prompt: ref.name } : { template: ref.uri };
      return { completion: orThrow(await (await library()).complete({ of, ...argument })) };
    },
  };
}

function resourceAnswers({ library }: ServerParts): Answers {
  return {
    'resources/templates/list': (request) => {
      readPage(ListResourceTemplatesRequestSchema, request);
      return { resourceTemplates: TEMPLATES };
    },
    'resources/list': async (request) => {
      const cursor = readPage(ListResourcesRequestSchema, request);
      return orThrow(await (await library()).resources(cursor));
    },
    'resources/read': async (request) => {
      const { uri } = ReadResourceRequestSchema.parse(request).params;
      return { contents: [orThrow(await (await library()).read(uri), { uri })] };
    },
  };
}

/** Nothing is loaded or watched for a client that subscribes to nothing. */
function subscriptionAnswers(server: Server, { library }: ServerParts): Answers {
  // A client that has gone needs no news.
  const tell = (uri: string) => void server.sendResourceUpdated({ uri }).catch(() => undefined);
  let begun: Promise<Subscriptions> | null = null;
  const subscriptions = () => {
    begun ??= library().then((found) => found.subscriptions(tell));
    return begun;
  };
  server.onclose = () =>
    begun?.then(
      (own) => own.close(),
      () => undefined,
    );
  return {
    'resources/subscribe': async (request) => {
      const { uri } = SubscribeRequestSchema.parse(request).params;
      orThrow(await (await subscriptions()).add(uri), { uri });
      return {};
    },
    'resources/unsubscribe': async (request) => {
      const { uri } = UnsubscribeRequestSchema.parse(request).params;
      (await subscriptions()).remove(uri);
      return {};
    },
  };
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
