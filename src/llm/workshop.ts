import type { Config } from '../core/config.ts';
import { subagentEndpoints } from '../core/endpoints.ts';
import type { JobSupport, NegotiationOrder, NegotiationResult, Workshop } from '../kit/job.ts';
import { runAutopilot } from './autopilot.ts';
import type { Credential } from './credential.ts';
import { chat } from './endpoint.ts';
import { endpointAddress, shownAddress } from './endpoint-address.ts';
import { contest, type FailedEndpoint } from './endpoint-contest.ts';
import type { EndpointFailure } from './failure.ts';
import { listModels, type ModelList } from './model-list.ts';
import { retryBudget } from './retry.ts';
import { type RungMemory, rungMemory } from './rungs.ts';
import { sayCompletion, sayStep } from './wording.ts';

/** The configuration tables that name endpoints. */
export type EndpointTable = 'subagent' | 'autopilot';

/** What the work needs to know of the process. */
export interface WorkshopParts {
  /** The operator's configuration, without the settings of any session. */
  readonly config: () => Promise<Config>;
  /** The API key of a table, "" when there is none; read anew for each job and kept nowhere. */
  readonly key: (table: EndpointTable, config: Config) => string;
}

/** Runs orders over HTTP. A key goes only to the endpoints that the operator configured it for. */
export function createWorkshop(parts: WorkshopParts): Workshop {
  const rungs = rungMemory();
  return {
    run: async (order, support) => {
      const config = await parts.config();
      if (order.kind === 'negotiation')
        return negotiate(order, support, { rungs, credential: credentialFor('subagent', config, parts) });
      const { endpoint: baseUrl, model, timeoutMs } = order;
      const credential = credentialFor('autopilot', config, parts);
      const retries = retryBudget(order.retries);
      const pilot = chat({ baseUrl, model, timeoutMs, retries, rungs, credential });
      return runAutopilot(order, support, pilot);
    },
  };
}

/** What an endpoint of the configuration answered to the question for its models. */
export interface EndpointCheck {
  readonly table: EndpointTable;
  readonly endpoint: string;
  readonly model: string;
  /** The models that it offers, or why it did not tell. */
  readonly answer: ModelList | EndpointFailure;
}

/** How long an endpoint may take to list its models. */
const LIST_MS = 5_000;

/** Asks the endpoints that are set for their models, one request each; those of the autopilot only when it is offered. */
export async function checkEndpoints(parts: WorkshopParts): Promise<readonly EndpointCheck[]> {
  const config = await parts.config();
  const pilots = config.autopilot.enabled ? [config.autopilot.endpoint] : [];
  const asked = { subagent: subagentEndpoints(config), autopilot: pilots } as const;
  const ask = (table: EndpointTable) => {
    const credential = credentialFor(table, config, parts);
    return asked[table].map(async (baseUrl) => ({
      table,
      endpoint: shown(baseUrl),
      model: config[table].model,
      answer: await listModels({
        baseUrl,
        credential,
        timeoutMs: LIST_MS,
        signal: AbortSignal.timeout(LIST_MS),
      }),
    }));
  };
  return Promise.all([...ask('subagent'), ...ask('autopilot')]);
}

function credentialFor(table: EndpointTable, config: Config, { key }: WorkshopParts): Credential {
  return { key: key(table, config), endpoints: endpointsOf(table, config) };
}

const endpointsOf = (table: EndpointTable, config: Config) =>
  table === 'subagent' ? subagentEndpoints(config) : [config.autopilot.endpoint];

/** What is wrong with an address of a table; null when nothing is. */
export function wrongAddress(table: EndpointTable, config: Config): string | null {
  const wrong = endpointsOf(table, config).find((url) => endpointAddress(url, 'chat/completions') === null);
  return wrong === undefined ? null : sayCompletion.bad_address(wrong);
}

interface Shared {
  readonly rungs: RungMemory;
  readonly credential: Credential;
}

/** One round of rewriting for each endpoint, all of them at once and out of one budget of repetitions. */
async function negotiate(
  order: NegotiationOrder,
  { signal, onStep }: JobSupport,
  shared: Shared,
): Promise<NegotiationResult> {
  const { endpoints, model, timeoutMs } = order;
  const retries = retryBudget(order.retries);
  const contestants = endpoints.map((baseUrl) => ({
    endpoint: shown(baseUrl),
    chat: chat({ baseUrl, model, timeoutMs, retries, ...shared }),
  }));
  const outcome = await contest(contestants, {
    prompt: order.prompt,
    roster: order.specialists,
    firstIndex: order.firstIndex,
    rounds: 1,
    signal,
    onStep: ({ kind }) => onStep(sayStep[kind]),
  });
  const failures = outcome.failures.map(report);
  const answered = endpoints.length - failures.length;
  const { rounds, ratings } = outcome.ok ? outcome.negotiated : { rounds: [], ratings: null };
  return { kind: 'negotiation', rounds, ratings, answered, failures };
}

function report({ endpoint, failure }: FailedEndpoint): NegotiationResult['failures'][number] {
  const { code, retryable, detail } = failure;
  return { endpoint, code, retryable, detail };
}

/** An endpoint as a reply may show it; one that is no address is shown by its own failure. */
function shown(baseUrl: string): string {
  const url = endpointAddress(baseUrl, 'chat/completions');
  return url === null ? '' : shownAddress(url);
}
