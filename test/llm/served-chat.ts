import { onTestFinished } from 'vitest';
import { type Chat, type ChatSettings, chat } from '../../src/llm/endpoint.ts';
import type { RetryClock } from '../../src/llm/retry.ts';
import { retryBudget } from '../../src/llm/retry.ts';
import { rungMemory } from '../../src/llm/rungs.ts';
import { type LlmScript, type LlmServer, startLlmServer } from '../support/llm-server.ts';

/** A server for one test, closed with it. */
export async function serve(script: LlmScript): Promise<LlmServer> {
  const server = await startLlmServer(script);
  onTestFinished(() => server.close());
  return server;
}

/** A clock that never waits and notes how long it would have. */
export function patientClock(nowMs = 0): RetryClock & { readonly pauses: readonly number[] } {
  const pauses: number[] = [];
  return {
    pauses,
    nowMs: () => nowMs,
    random: () => 0,
    pause: async (ms, signal) => {
      signal.throwIfAborted();
      pauses.push(ms);
    },
  };
}

/** Settings with everything that a test does not care about; time-outs are far beyond what a test takes. */
export function settingsOf(baseUrl: string, given: Partial<ChatSettings> = {}): ChatSettings {
  return {
    baseUrl,
    model: 'qwen2.5:14b',
    timeoutMs: 60_000,
    retries: retryBudget(4),
    rungs: rungMemory(),
    clock: patientClock(),
    ...given,
  };
}

export const QUESTION = [{ role: 'user', content: 'Why is the sky blue?' }] as const;

/** Asks once for prose. */
export function ask(client: Chat, signal: AbortSignal = new AbortController().signal) {
  return client.complete(QUESTION, { signal });
}

/** A server that follows the script, asked once for prose. */
export async function askServer(script: LlmScript, given: Partial<ChatSettings> = {}) {
  const server = await serve(script);
  const reply = await ask(chat(settingsOf(server.baseUrl, given)));
  return { server, reply };
}
