import { excerpt } from '../core/text.ts';
import type { FaultKind } from './http-fault.ts';

/** What the sentences about an endpoint need to know; `at` is its address without secrets. */
export interface Place {
  readonly at: string;
  readonly model: string;
}

const seconds = (ms: number) => `${Number((ms / 1000).toFixed(ms < 1000 ? 3 : 0))} s`;
const quoted = (said: string) => (said === '' ? '' : ` It said: ${said}`);

/** The part before an `@` may be a password. */
const withoutUser = (base: string) => excerpt(base.replace(/^.*@/su, ''), 200);

const CONTEXT =
  "Ollama's /v1 uses a context of 4096 tokens unless OLLAMA_CONTEXT_LENGTH or the Modelfile says more; with llama.cpp it is -c, with vLLM --max-model-len.";

/** One sentence for each thing that the connection can do. */
export const sayFault: Readonly<Record<FaultKind, (at: string, limitMs: number) => string>> = {
  refused: (at) =>
    `Nothing listens at ${at}. Check that the model server is running and that host and port are right.`,
  unknown_host: (at) => `The host of ${at} is not known. Check the spelling and the network.`,
  no_route: (at) => `${at} cannot be reached. Check that the machine is up and that no firewall is between.`,
  reset: (at) =>
    `The connection to ${at} broke off. Check whether the model server crashed or ran out of memory.`,
  tls: (at) => `No secure connection to ${at}. Check http against https and the certificate.`,
  not_http: (at) => `What listens at ${at} does not speak HTTP. Check the port, and http against https.`,
  bad_header: () => 'The API key holds characters that no HTTP header may hold. Check the key.',
  timeout: (at, ms) =>
    `No complete answer from ${at} within ${seconds(ms)}. Check whether the model is still loading or too large for the machine, or raise the time-out.`,
  stalled: (at, ms) =>
    `${at} fell silent for ${seconds(ms)} in the middle of its answer. Check the model server.`,
  cancelled: () => 'The call was cancelled.',
  network: (at) => `The request to ${at} failed. Check the model server and the network.`,
};

const html = (at: string, status: number) =>
  `${at} answered with an HTML page (HTTP ${status}), not as a model server. Check the address and any proxy before it.`;

/** What an HTTP status means and what to check. */
export const sayStatus = {
  unauthorized: (at: string, status: number, keySent: boolean, said: string) =>
    keySent
      ? `${at} refuses the API key (HTTP ${status}). Check the key.${quoted(said)}`
      : `${at} wants an API key and none was sent (HTTP ${status}). A key is sent only to the endpoints it was configured for.${quoted(said)}`,
  no_model: ({ at, model }: Place, said: string) =>
    `The server at ${at} does not have the model "${model}". Check the name; with Ollama run: ollama pull ${model}.${quoted(said)}`,
  not_found: (at: string, said: string) =>
    `There is no such address: ${at} (HTTP 404). A base URL usually ends in /v1.${quoted(said)}`,
  rate_limited: (at: string, waitMs: number | null, said: string) =>
    `${at} limits the rate of requests (HTTP 429).${waitMs === null ? '' : ` Try again in ${seconds(waitMs)}.`}${quoted(said)}`,
  redirect: (at: string, to: string) =>
    `${at} redirects${to === '' ? '' : ` to ${to}`}, which is not followed. Set the final address as the endpoint.`,
  context: (at: string, said: string) =>
    `The prompt is too long for the model at ${at}. ${CONTEXT}${quoted(said)}`,
  html,
  other: (at: string, status: number, said: string) => `${at} answered with HTTP ${status}.${quoted(said)}`,
};

/** What is wrong with an answer that came. */
export const sayCompletion = {
  bad_address: (base: string) =>
    `"${withoutUser(base)}" is no http or https address. An example: http://localhost:11434/v1`,
  error: (at: string, said: string) => `${at} reported an error in the middle of its answer.${quoted(said)}`,
  broken_off: (at: string) => `The answer of ${at} broke off before its end. Check the model server.`,
  html,
  endless: (at: string) => `The answer of ${at} does not end; reading was given up.`,
  not_json: (at: string, said: string) => `${at} sent something that is no chat completion.${quoted(said)}`,
  no_choices: (at: string) => `${at} sent an answer without choices. Check that it speaks the OpenAI form.`,
  empty: ({ model }: Place) => `The model "${model}" answered with nothing. ${CONTEXT}`,
  only_thoughts: ({ model }: Place) =>
    `The model "${model}" spent its whole answer on thinking. Turn thinking down or off, or allow longer answers. ${CONTEXT}`,
  truncated: ({ model }: Place) =>
    `The answer of the model "${model}" was cut at its length limit. Allow longer answers or a larger context. ${CONTEXT}`,
  no_list: (at: string, said: string) => `${at} sent something that is no list of models.${quoted(said)}`,
  unreadable: (model: string, attempts: number, problem: string) =>
    `The model "${model}" gave no readable answer in ${attempts} attempts: the last one ${problem}.`,
};

/** What is said to the model. */
export const tell = {
  shape: (schema: string) =>
    `Reply with one JSON object and nothing else. It must fit this JSON Schema:\n${schema}`,
  repair: (problem: string) =>
    `That reply cannot be used: it ${problem}. Send the whole reply again, corrected, as one JSON object and nothing else.`,
};

/** What the last step of a negotiation was, for whoever watches it. */
export const sayStep = {
  count: 'the number of rounds',
  generate: 'a first answer',
  rate: 'a rating',
  improve: 'a rewrite',
  rate_again: 'a rating of a rewrite',
} as const;

/** What the Nash engine cannot go on with. */
export const sayNegotiation = {
  empty_roster: () => 'There is no specialist to negotiate. Name at least one in subagent.agents.',
  cancelled: () => 'The negotiation was cancelled.',
  no_single_winner: (count: number) => `The negotiation named ${count} winners where exactly one is needed.`,
};
