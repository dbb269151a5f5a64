import { describe, expect, it } from 'vitest';
import { negotiate } from '../../../vendor/necort/negotiate.ts';
import type { Step } from '../../../vendor/necort/negotiation.ts';
import { agreeable, type Call, requestOf, scriptedModel } from './scripted-model.ts';

describe('one round', () => {
  it('keeps the first answers unrated and the rewrites with their own ratings', async () => {
    // First ratings favour agent 1, the ratings of the rewrites agent 3.
    const ratings = ['5', '4', '9', '4', '9', '5', '3', '8', '2', '8', '2', '3'];
    const model = scriptedModel((call) =>
      call.kind === 'rate' ? (ratings[call.nth] ?? '') : agreeable(call),
    );
    expect(await negotiate(requestOf({ generate: model.generate }))).toEqual({
      response: 'b3',
      thinking_rounds: 1,
      converged: false,
      convergence_round: null,
      final_response_agent: 2,
      thinking_history: [
        { round: 0, agent_responses: ['a1', 'a2', 'a3'], utility_matrix: null, equilibrium_indices: [] },
        {
          round: 1,
          agent_responses: ['b1', 'b2', 'b3'],
          utility_matrix: [
            [0, 3, 8],
            [2, 0, 8],
            [2, 3, 0],
          ],
          equilibrium_indices: [2],
        },
      ],
    });
  });

  it('shows a rewriting agent its own text, the others and the ratings it received', async () => {
    const model = scriptedModel((call) => (call.kind === 'rate' ? String(call.nth) : agreeable(call)));
    await negotiate(requestOf({ generate: model.generate, agents: 2, voices: ['You are a sceptic.'] }));
    const [first, second] = model.calls
      .filter(({ kind }) => kind === 'improve')
      .map(({ messages }) => messages);
    expect(first?.[0]?.content).toBe('You are a sceptic.');
    expect(first?.[1]?.content).toContain('Your answer:\n\na1');
    expect(first?.[1]?.content).toContain('Ratings it received, 0 to 10: agent 2: 1.');
    expect(first?.[1]?.content).toContain('Answer of agent 2 (rated 0.0 of 10):\n\na2');
    expect(second?.[0]?.content).toContain('agent 2 of 2');
  });

  it('takes the smallest index among equals', async () => {
    const model = scriptedModel(agreeable);
    const result = await negotiate(requestOf({ generate: model.generate }));
    expect(result.thinking_history[1]?.equilibrium_indices).toEqual([0, 1, 2]);
    expect(result.final_response_agent).toBe(0);
  });

  it('asks once more for a rating without a number and then leaves it out', async () => {
    const reply = (call: Call) => {
      if (call.kind === 'rate') return 'Very good!';
      return call.kind === 'remind' ? (call.nth === 0 ? '6' : 'Still good.') : agreeable(call);
    };
    const model = scriptedModel(reply);
    const result = await negotiate(requestOf({ generate: model.generate, agents: 2 }));
    expect(model.count('remind')).toBe(4);
    expect(result.thinking_history[1]?.utility_matrix).toEqual([
      [0, null],
      [null, 0],
    ]);
    expect(result.response).toBe('b1');
  });

  it('keeps a text whose rewrite is blank', async () => {
    const model = scriptedModel((call) =>
      call.kind === 'improve' && call.nth === 1 ? ' \n' : agreeable(call),
    );
    const result = await negotiate(requestOf({ generate: model.generate }));
    expect(result.thinking_history[1]?.agent_responses).toEqual(['b1', 'a2', 'b3']);
  });
});

describe('the number of model calls', () => {
  const unsettled = () => {
    // Each matrix is far from the one before.
    let calls = 0;
    return scriptedModel((call) => (call.kind === 'rate' ? String((calls++ * 7) % 11) : agreeable(call)));
  };

  it.each([1, 2, 3, 4, 5].flatMap((agents) => [1, 2, 3].map((rounds) => ({ agents, rounds }))))(
    'is n² × (R + 1) for $agents agents and $rounds rounds',
    async ({ agents, rounds }) => {
      const model = unsettled();
      const result = await negotiate(
        requestOf({ generate: model.generate, agents, maxRounds: rounds, convergenceThreshold: 0 }),
      );
      expect(result.thinking_rounds).toBe(rounds);
      expect(model.calls).toHaveLength(agents ** 2 * (rounds + 1));
      expect(model.count('answer')).toBe(agents);
      expect(model.count('improve')).toBe(agents * rounds);
      expect(model.count('rate')).toBe(agents * (agents - 1) * (rounds + 1));
    },
  );

  it('is one more when the model is asked for the rounds', async () => {
    const model = unsettled();
    const result = await negotiate(
      requestOf({ generate: model.generate, maxRounds: null, convergenceThreshold: 0 }),
    );
    expect(result.thinking_rounds).toBe(2);
    expect(model.count('count')).toBe(1);
    expect(model.calls).toHaveLength(1 + 9 * 3);
  });

  it.each([0, -3, 0.5, Number.NaN])('counts %s agents and rounds as one', async (number) => {
    const model = scriptedModel(agreeable);
    const result = await negotiate(
      requestOf({ generate: model.generate, agents: number, maxRounds: number, concurrency: number }),
    );
    expect(model.calls).toHaveLength(2);
    expect(result.thinking_history[1]).toEqual({
      round: 1,
      agent_responses: ['b1'],
      utility_matrix: [[0]],
      equilibrium_indices: [0],
    });
  });
});

describe('convergence', () => {
  it('is looked for from round 2 on and costs no call', async () => {
    const model = scriptedModel(agreeable);
    const result = await negotiate(requestOf({ generate: model.generate, maxRounds: 5 }));
    expect(result).toMatchObject({ converged: true, convergence_round: 2, thinking_rounds: 2 });
    expect(result.thinking_history[2]).toEqual({ ...result.thinking_history[1], round: 2 });
    expect(model.calls).toHaveLength(9 * 2);
  });

  it('never comes in round 1, however alike the ratings are', async () => {
    const model = scriptedModel(agreeable);
    const result = await negotiate(requestOf({ generate: model.generate, convergenceThreshold: 10 }));
    expect(result).toMatchObject({ converged: false, convergence_round: null });
  });

  it('needs a difference below the threshold, not at it', async () => {
    const rising = () =>
      scriptedModel((call) => (call.kind === 'rate' ? String(call.nth < 2 ? 6 : 7) : agreeable(call)));
    const run = (convergenceThreshold: number) =>
      negotiate(requestOf({ generate: rising().generate, agents: 2, maxRounds: 2, convergenceThreshold }));
    expect((await run(1)).converged).toBe(false);
    expect((await run(1.01)).converged).toBe(true);
  });

  it('is not claimed where nobody could be rated', async () => {
    const model = scriptedModel((call) => (/rate|remind/.test(call.kind) ? 'none' : agreeable(call)));
    const result = await negotiate(requestOf({ generate: model.generate, maxRounds: 3 }));
    expect(result).toMatchObject({ converged: false, thinking_rounds: 3 });
  });
});

describe('progress', () => {
  it('counts every step up to the total', async () => {
    const steps: Step[] = [];
    const model = scriptedModel(agreeable);
    await negotiate(requestOf({ generate: model.generate, agents: 2, onStep: (step) => steps.push(step) }));
    expect(steps.map(({ kind }) => kind)).toEqual(
      ['generate', 'rate', 'improve', 'rate_again'].flatMap((kind) => [kind, kind]),
    );
    expect(steps.map(({ done }) => done)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
    expect(new Set(steps.map(({ total }) => total))).toEqual(new Set([8]));
  });

  it('knows the total once the rounds are counted', async () => {
    const steps: Step[] = [];
    const model = scriptedModel(agreeable);
    await negotiate(
      requestOf({ generate: model.generate, agents: 2, maxRounds: null, onStep: (step) => steps.push(step) }),
    );
    expect(steps[0]).toEqual({ kind: 'count', done: 1, total: 1 + 4 * 3 });
  });
});
