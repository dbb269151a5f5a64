import type { Config } from '../core/config.ts';
import { subagentEndpoints } from '../core/endpoints.ts';
import type { JobSupport, NegotiationOrder, NegotiationResult, Workshop } from '../kit/job.ts';
import { runAutopilot } from './autopilot.ts';
import type { Credential } from './credential.ts';
import { chat } from './endpoint.ts';
import { endpointAddress, shownAddress } from './endpoint-address.ts';
import { contest, type FailedEndpoint } from './endpoint-contest.ts';
import { retryBudget } from './retry.ts';
import { type RungMemory, rungMemory } from './rungs.ts';
import { sayStep } from './wording.ts';

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

function credentialFor(table: EndpointTable, config: Config, { key }: WorkshopParts): Credential {
  const endpoints = table === 'subagent' ? subagentEndpoints(config) : [config.autopilot.endpoint];
  return { key: key(table, config), endpoints };
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
  return { kind: 'negotiation', rounds: outcome.ok ? outcome.negotiated.rounds : [], answered, failures };
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
