import type { SessionDocument } from '../core/session.ts';
import type { Answered, Unanswered } from '../kit/answered.ts';
import type { PageFormat, RenderPage } from '../kit/page/format.ts';
import type { Registry } from '../kit/registry.ts';
import type { Reply } from '../kit/reply.ts';
import { offeredPrompts } from '../prompts/list.ts';
import { promptNamed, readValues } from '../prompts/reading.ts';
import { NO_OPEN_SESSION, sayContinue, sayPrompt } from '../prompts/wording.ts';
import { listResources, type ResourcePage } from '../resources/paging.ts';
import { type Contents, readResource } from '../resources/reading.ts';
import { watchResource } from '../resources/watching.ts';
import type { Ports } from '../store/ports.ts';
import { tallyOf, written } from './call.ts';
import { type Completion, complete, type Typing } from './completion.ts';
import type { Dispatcher } from './dispatch.ts';
import { faultOf } from './faults.ts';
import { createSubscriptions, type Subscriptions } from './subscriptions.ts';

/** What a client can ask for besides tools. No method throws. */
export interface Library {
  /** The text of a prompt, filled in. */
  prompt(name: string, given: Readonly<Record<string, string>>): Promise<Answered<PromptText>>;
  complete(typing: Typing): Promise<Answered<Completion>>;
  resources(cursor: string | null): Promise<Answered<ResourcePage>>;
  read(uri: string): Promise<Answered<Contents>>;
  /** What a client subscribes to; `tell` hears the URI of what has changed. */
  subscriptions(tell: (uri: string) => void): Subscriptions;
}

/** A prompt as the user sends it. */
interface PromptText {
  readonly description: string;
  readonly text: string;
}

interface LibraryParts {
  readonly registry: Registry;
  readonly ports: Ports;
  readonly dispatcher: Pick<Dispatcher, 'call' | 'inTurn'>;
  /** Loaded when a record is first to be read. */
  readonly renderer: () => Promise<RenderPage>;
}

/** Prompts, completion and resources over the same sessions as the tools. */
export function createLibrary({ registry, ports, dispatcher, renderer }: LibraryParts): Library {
  const offered = offeredPrompts((tool) => registry.tools.has(tool));
  const world = {
    ports,
    inTurn: dispatcher.inTurn,
    tally: (document: SessionDocument) => tallyOf(document, registry),
    written: (document: SessionDocument, format: PageFormat) =>
      written(document, format, { registry, ports, renderer }),
  };
  return {
    prompt: (name, given) =>
      caught(async () => {
        const prompt = promptNamed(name, offered);
        if ('problem' in prompt) return prompt;
        const read = readValues(prompt, given);
        if ('problem' in read) return read;
        const { description } = prompt;
        if (prompt.name !== 'continue') return { description, text: sayPrompt[prompt.name](read.values) };
        const text = await continued(read.values.session_id, dispatcher);
        return typeof text === 'string' ? { description, text } : text;
      }),
    complete: (typing) => caught(() => complete(typing, offered, ports)),
    resources: (cursor) => caught(() => listResources(cursor, ports.store)),
    read: (uri) => caught(() => readResource(uri, world)),
    subscriptions: (tell) =>
      createSubscriptions((uri, onChange) => caught(() => watchResource(uri, onChange, ports.store)), tell),
  };
}

async function caught<T extends object>(work: () => Promise<Answered<T>>): Promise<Answered<T>> {
  try {
    return await work();
  } catch (error) {
    return { problem: 'failed', message: faultOf(error).message };
  }
}

/** The order to go on with this session, or with the newest open one; it says what resume_session says. */
async function continued(
  sessionId: string | undefined,
  { call }: Pick<Dispatcher, 'call'>,
): Promise<string | Unanswered> {
  const id = sessionId ?? (await newestOpen(call));
  if (id === null) return NO_OPEN_SESSION;
  if (typeof id !== 'string') return id;
  const { reply } = await call('resume_session', { session_id: id });
  return reply.error === undefined ? sayContinue(reply) : refused(reply);
}

/** The id of the newest open session; null when there is none. */
async function newestOpen(call: Dispatcher['call']): Promise<string | null | Unanswered> {
  const { reply } = await call('next_action', {});
  if (reply.error !== undefined) return refused(reply);
  const [newest] = Array.isArray(reply.open_sessions) ? reply.open_sessions : [];
  return newest === undefined ? null : String(newest.session_id);
}

function refused({ error, message }: Reply): Unanswered {
  const problem = error === 'session_not_found' ? 'bad_request' : 'failed';
  return { problem, message: String(message) };
}
