import { describe, expect, it } from 'vitest';
import { chat } from '../../src/llm/endpoint.ts';
import { type NegotiationProgress, runNegotiation, specialistRounds } from '../../src/llm/necort-adapter.ts';
import type { NegotiationResult } from '../../vendor/necort/negotiation.ts';
import { type LlmRequest, type LlmScript, refusal } from '../support/llm-server.ts';
import { serve, settingsOf } from './served-chat.ts';

const ROSTER = [
  { name: 'Analysis' },
  { name: 'Creativity' },
  { name: 'Skeptic', framing: 'Doubt everything.' },
];

const neutral = {
  correctness: 0.5,
  evidence: 0.5,
  novelty: 0.5,
  clarity: 0.5,
  bias_resistance: 0.5,
  actionability: 0.5,
  coverage: 0.5,
};
const rated = (share: number) => ({ ...neutral, correctness: share, clarity: share, coverage: share });

const result: NegotiationResult = {
  response: 'b1',
  thinking_rounds: 1,
  converged: false,
  convergence_round: null,
  final_response_agent: 1,
  thinking_history: [
    { round: 0, agent_responses: ['a0', 'b0', 'c0'], utility_matrix: null, equilibrium_indices: [] },
    {
      round: 1,
      agent_responses: ['a1', 'b1', 'c1'],
      utility_matrix: [
        [0, 8, 6],
        [7, 0, 5],
        [6, 9, 0],
      ],
      equilibrium_indices: [1],
    },
  ],
};

describe('the translation', () => {
  it('turns mean ratings into three dimensions and leaves four neutral', () => {
    const translated = specialistRounds(result, ROSTER, 0);
    if (!translated.ok) throw new Error(translated.detail);
    const row = [
      'round_index',
      'agent_role',
      'candidate_content',
      'equilibrium_state',
      'was_selected',
    ] as const;
    expect(translated.rounds.map((round) => row.map((name) => round[name]))).toEqual([
      [0, 'Analysis', 'a0', 'initial', false],
      [0, 'Creativity', 'b0', 'initial', false],
      [0, 'Skeptic', 'c0', 'initial', false],
      [1, 'Analysis', 'a1', 'off_equilibrium', false],
      [1, 'Creativity', 'b1', 'in_equilibrium', true],
      [1, 'Skeptic', 'c1', 'off_equilibrium', false],
    ]);
    expect(translated.rounds.map((round) => round.utility_vector)).toEqual([
      neutral,
      neutral,
      neutral,
      rated(0.65),
      rated(0.85),
      rated(0.55),
    ]);
    expect(translated.winner).toBe(translated.rounds[4]);
  });

  it('continues the count of rounds and names who is not on the roster by number', () => {
    const translated = specialistRounds(result, ROSTER.slice(0, 1), 4);
    expect(translated).toMatchObject({ winner: { round_index: 5, agent_role: 'agent_2' } });
  });

  it('leaves a text neutral that nobody could rate', () => {
    const [first, last] = result.thinking_history;
    if (first === undefined || last === undefined) throw new Error('The sample has two rounds.');
    const utility_matrix = [[0, null, 6], [7], []];
    const translated = specialistRounds(
      { ...result, thinking_history: [first, { ...last, utility_matrix }] },
      ROSTER,
      0,
    );
    expect(translated).toMatchObject({ winner: { utility_vector: neutral } });
  });

  it.each([
    ['an index without a text', { ...result, final_response_agent: 3 }],
    ['no history', { ...result, thinking_history: [] }],
  ])('refuses a result with %s', (_, broken) => {
    expect(specialistRounds(broken, ROSTER, 0)).toMatchObject({
      ok: false,
      code: 'no_single_winner',
      retryable: false,
    });
  });
});

const lastOf = ({ body }: LlmRequest) => body.messages?.at(-1)?.content ?? '';
const model: LlmScript = (request) => {
  if (!lastOf(request).includes('Rate this answer')) return `Text ${request.nth}`;
  return lastOf(request).includes('Text 10') ? '<think>1, 2, 3?</think>9' : { content: '6', stream: false };
};

async function negotiateWith(
  script: LlmScript,
  given: { signal?: AbortSignal; roster?: typeof ROSTER } = {},
) {
  const server = await serve(script);
  const progress: NegotiationProgress[] = [];
  const outcome = await runNegotiation({
    chat: chat(settingsOf(server.baseUrl)),
    prompt: 'Why is the sky blue?',
    roster: ROSTER,
    firstIndex: 2,
    rounds: 1,
    signal: new AbortController().signal,
    onStep: (step) => progress.push(step),
    ...given,
  });
  return { server, outcome, progress };
}

describe('a negotiation at a real endpoint', () => {
  it('takes 2n² calls and picks the text that the others rate highest', async () => {
    const { server, outcome, progress } = await negotiateWith(model);
    expect(server.requests).toHaveLength(18);
    expect(progress.map(({ done, total }) => `${done}/${total}`)).toEqual(
      Array.from({ length: 18 }, (_, index) => `${index + 1}/18`),
    );
    expect(outcome).toMatchObject({
      ok: true,
      winner: {
        round_index: 3,
        agent_role: 'Creativity',
        candidate_content: 'Text 10',
        utility_vector: rated(0.9),
        equilibrium_state: 'in_equilibrium',
      },
    });
  });

  it('lets each specialist speak in its own framing', async () => {
    const { server } = await negotiateWith(model);
    expect(server.requests.slice(0, 3).map(({ body }) => body.messages?.[0])).toEqual([
      { role: 'system', content: 'You are Analysis.' },
      { role: 'system', content: 'You are Creativity.' },
      { role: 'system', content: 'You are Skeptic. Doubt everything.' },
    ]);
  });

  it('hands on the failure of a call and makes no further one', async () => {
    const { server, outcome } = await negotiateWith((request) =>
      request.nth === 4 ? refusal(401, 'no') : model(request),
    );
    expect(outcome).toMatchObject({ ok: false, code: 'endpoint_unauthorized', retryable: false });
    expect(server.requests).toHaveLength(5);
  });

  it('is cancelled in the middle', async () => {
    const stop = new AbortController();
    const { server, outcome } = await negotiateWith(
      (request) => {
        if (request.nth < 4) return model(request);
        setImmediate(() => stop.abort());
        return { fault: 'silent' };
      },
      { signal: stop.signal },
    );
    expect(outcome).toMatchObject({ ok: false, code: 'cancelled' });
    await server.requests[4]?.gone;
    expect(server.requests).toHaveLength(5);
  });

  it('contacts nobody for an empty roster or when it was cancelled before', async () => {
    const empty = await negotiateWith(model, { roster: [] });
    expect(empty.outcome).toMatchObject({ ok: false, code: 'empty_roster' });
    const cancelled = await negotiateWith(model, { signal: AbortSignal.abort() });
    expect(cancelled.outcome).toMatchObject({ ok: false, code: 'cancelled' });
    expect([...empty.server.requests, ...cancelled.server.requests]).toEqual([]);
  });
});
