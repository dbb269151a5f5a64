import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { equilibriumOf } from '../../../vendor/necort/matrix.ts';
import { negotiate } from '../../../vendor/necort/negotiate.ts';
import type { HistoryEntry, NegotiationResult } from '../../../vendor/necort/negotiation.ts';
import { requestOf, scriptedModel } from './scripted-model.ts';

const replies = fc.oneof(
  fc.string(),
  fc.string({ unit: 'grapheme' }),
  fc.double().map(String),
  fc.integer({ min: -5, max: 15 }).map((number) => `${number}/10`),
  fc.constantFrom('', '\n', '7', '10', 'NaN', '1e999', '{"rating": 8}', '<think>3</think>4'),
);

function expectRated({ agent_responses, utility_matrix, equilibrium_indices }: HistoryEntry, agents: number) {
  expect(agent_responses).toHaveLength(agents);
  if (utility_matrix === null) throw new Error('A round after the first has no matrix.');
  expect(utility_matrix.map((row) => row.length)).toEqual(Array(agents).fill(agents));
  for (const [rater, row] of utility_matrix.entries()) {
    expect(row[rater]).toBe(0);
    for (const rating of row) expect(rating === null || (rating >= 0 && rating <= 10)).toBe(true);
  }
  expect(equilibrium_indices).toEqual(equilibriumOf(utility_matrix));
}

function expectWellFormed(result: NegotiationResult, agents: number, maxRounds: number | null) {
  const history = result.thinking_history;
  expect(history.map(({ round }) => round)).toEqual([...history.keys()]);
  expect(result.thinking_rounds).toBe(history.length - 1);
  expect(result.thinking_rounds).toBeGreaterThanOrEqual(1);
  expect(result.thinking_rounds).toBeLessThanOrEqual(maxRounds ?? 5);
  expect(history[0]?.utility_matrix).toBeNull();
  expect(history[0]?.agent_responses).toHaveLength(agents);
  for (const entry of history.slice(1)) expectRated(entry, agents);
  expect(history.at(-1)?.equilibrium_indices[0]).toBe(result.final_response_agent);
  expect(history.at(-1)?.agent_responses[result.final_response_agent]).toBe(result.response);
  expect(result.convergence_round).toBe(result.converged ? result.thinking_rounds : null);
  if (result.converged) expect(result.thinking_rounds).toBeGreaterThanOrEqual(2);
}

describe('whatever the model answers', () => {
  it('the result is well-formed and the calls stay within the formula', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(replies, { minLength: 1, maxLength: 40 }),
        fc.integer({ min: 1, max: 4 }),
        fc.option(fc.integer({ min: 1, max: 4 }), { nil: null }),
        fc.integer({ min: 1, max: 5 }),
        async (script, agents, maxRounds, concurrency) => {
          let at = 0;
          const model = scriptedModel(() => script[at++ % script.length] ?? '');
          const result = await negotiate(
            requestOf({ generate: model.generate, agents, maxRounds, concurrency }),
          );
          expectWellFormed(result, agents, maxRounds);
          const rewriting = result.thinking_rounds - (result.converged ? 1 : 0);
          const asked = maxRounds === null ? 1 : 0;
          expect(model.calls.length - model.count('remind')).toBe(agents ** 2 * (rewriting + 1) + asked);
          expect(model.count('remind')).toBeLessThanOrEqual(model.count('rate'));
        },
      ),
    );
  });
});
