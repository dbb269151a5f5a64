import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { UtilityVector } from '../../src/core/utility.ts';
import { chat } from '../../src/llm/endpoint.ts';
import { runNegotiation } from '../../src/llm/necort-adapter.ts';
import { askScores } from '../../src/llm/score-reply.ts';
import type { LlmAnswer } from '../support/llm-server.ts';
import { ask, QUESTION, serve, settingsOf } from './served-chat.ts';

const text = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.constantFrom(
    '7',
    '8/10',
    '{"correctness": 0.8}',
    '<think>a',
    '```\n',
    '{}',
    '',
    '<html>',
    'data: x\n\n',
  ),
);
const answers: fc.Arbitrary<LlmAnswer> = fc.oneof(
  { weight: 6, arbitrary: text },
  fc.record({
    content: text,
    finish: fc.constantFrom('stop', 'length', null),
    stream: fc.boolean(),
    piece: fc.integer({ min: 1, max: 9 }),
    done: fc.boolean(),
  }),
  fc.record({
    status: fc.constantFrom(200, 201, 204, 302, 400, 401, 404, 418, 422, 429, 500, 503),
    headers: fc.constantFrom({}, { 'content-type': 'text/event-stream' }, { 'retry-after': 'soon' }),
    body: fc.oneof(text, fc.jsonValue()),
  }),
  fc.constantFrom<LlmAnswer>({ fault: 'reset' }, { fault: 'cut' }, { fault: 'clean_cut' }),
);

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
      fc.asyncProperty(fc.array(answers, { minLength: 1, maxLength: 12 }), async (script) => {
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
