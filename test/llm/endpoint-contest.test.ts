import { describe, expect, it } from 'vitest';
import { chat } from '../../src/llm/endpoint.ts';
import { contest } from '../../src/llm/endpoint-contest.ts';
import type { NegotiationProgress } from '../../src/llm/necort-adapter.ts';
import { deadBaseUrl, type LlmScript, refusal } from '../support/llm-server.ts';
import { serve, settingsOf } from './served-chat.ts';

const rating =
  (points: number): LlmScript =>
  ({ body }) =>
    body.messages?.at(-1)?.content.includes('Rate this answer') ? String(points) : `A text of ${points}`;

async function contestOf(baseUrls: readonly string[]) {
  const progress: NegotiationProgress[] = [];
  const outcome = await contest(
    baseUrls.map((endpoint) => ({ endpoint, chat: chat(settingsOf(endpoint)) })),
    {
      prompt: 'Why is the sky blue?',
      roster: [{ name: 'Analysis' }, { name: 'Skeptic' }],
      firstIndex: 0,
      rounds: 1,
      signal: new AbortController().signal,
      onStep: (step) => progress.push(step),
    },
  );
  return { outcome, progress };
}

describe('several endpoints', () => {
  it('compete, and the highest correctness wins, the first of equals', async () => {
    const servers = await Promise.all([4, 8, 8].map((points) => serve(rating(points))));
    const { outcome, progress } = await contestOf(servers.map(({ baseUrl }) => baseUrl));
    expect(outcome).toMatchObject({
      ok: true,
      endpoint: servers[1]?.baseUrl,
      negotiated: { winner: { candidate_content: 'A text of 8', utility_vector: { correctness: 0.8 } } },
      failures: [],
    });
    expect(progress.map(({ done }) => done)).toEqual(Array.from({ length: 24 }, (_, index) => index + 1));
    expect(new Set(progress.map(({ total }) => total))).toEqual(new Set([24]));
  });

  it('live on when some of them fail', async () => {
    const good = await serve(rating(5));
    const locked = await serve(() => refusal(401, 'no'));
    const dead = await deadBaseUrl();
    const { outcome } = await contestOf([dead, good.baseUrl, locked.baseUrl]);
    expect(outcome).toMatchObject({
      ok: true,
      endpoint: good.baseUrl,
      failures: [
        { endpoint: dead, failure: { code: 'endpoint_unreachable' } },
        { endpoint: locked.baseUrl, failure: { code: 'endpoint_unauthorized' } },
      ],
    });
  });

  it('fail when all of them do', async () => {
    const { outcome } = await contestOf([await deadBaseUrl(), await deadBaseUrl()]);
    expect(outcome).toMatchObject({ ok: false, failures: [{}, {}] });
  });
});
