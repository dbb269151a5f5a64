import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { UtilityVector } from '../../src/core/utility.ts';
import { chat } from '../../src/llm/endpoint.ts';
import { runNegotiation } from '../../src/llm/necort-adapter.ts';
import { askScores } from '../../src/llm/score-reply.ts';
import { anyAnswer } from '../support/llm-answers.ts';
import { ask, QUESTION, serve, settingsOf } from './served-chat.ts';

const CODES =
  /^(endpoint_(unreachable|unauthorized|rate_limited|error|timeout)|model_not_found|(empty|truncated|malformed)_completion)$/;

const { signal } = new AbortController();

function expectFailure(outcome: { ok: boolean }) {
  expect(outcome).toEqual({
    ok: false,
    code: expect.stringMatching(CODES),
    retryable: expect.any(Boolean),
    detail: expect.stringMatching(/^[^\n]{10,1000}$/),
  });
}

describe('whatever an endpoint answers', () => {
  it('comes back as a text, scores, a negotiation or a named failure', async () => {
    const server = await serve(() => '');
    await fc.assert(
      fc.asyncProperty(fc.array(anyAnswer, { minLength: 1, maxLength: 12 }), async (script) => {
        let at = 0;
        server.follow(() => script[at++ % script.length] ?? '');
        const client = chat(settingsOf(server.baseUrl));

        const reply = await ask(client);
        if (reply.ok) expect(reply.text).toMatch(/\S/u);
        else expectFailure(reply);

        const scores = await askScores(client, QUESTION, { signal });
        if (!scores.ok) expectFailure(scores);
        else
          for (const value of Object.values(scores.value.given))
            expect(value >= 0 && value <= 1, `${value}`).toBe(true);

        const roster = [{ name: 'A' }, { name: 'B' }];
        const job = { chat: client, prompt: 'p', roster, firstIndex: 0, rounds: 1, signal };
        const negotiated = await runNegotiation(job);
        if (!negotiated.ok) return expectFailure(negotiated);
        expect(negotiated.rounds).toHaveLength(4);
        expect(negotiated.rounds.filter((round) => round.was_selected)).toEqual([negotiated.winner]);
        for (const round of negotiated.rounds) UtilityVector.parse(round.utility_vector);
      }),
      { numRuns: 60 },
    );
  });
});
