import { describe, expect, it, onTestFinished } from 'vitest';
import { negotiate } from '../../../vendor/necort/negotiate.ts';
import { agreeable, requestOf, scriptedModel } from './scripted-model.ts';

/** A model that notes how many calls are under way at once and lets them finish one turn later. */
function crowdedModel() {
  let open = 0;
  let most = 0;
  const model = scriptedModel(async (call) => {
    open += 1;
    most = Math.max(most, open);
    await new Promise(setImmediate);
    open -= 1;
    return agreeable(call);
  });
  return { generate: model.generate, most: () => most };
}

describe('calls at once', () => {
  it('are one unless more are asked for', async () => {
    const model = crowdedModel();
    await negotiate(requestOf({ generate: model.generate }));
    expect(model.most()).toBe(1);
  });

  it('reach the bound and never pass it', async () => {
    const model = crowdedModel();
    await negotiate(requestOf({ generate: model.generate, concurrency: 4 }));
    expect(model.most()).toBe(4);
  });

  it('may be many without a warning of Node about listeners', async () => {
    const warnings: Error[] = [];
    const note = (warning: Error) => warnings.push(warning);
    process.on('warning', note);
    onTestFinished(() => void process.off('warning', note));
    const model = crowdedModel();
    await negotiate(requestOf({ generate: model.generate, agents: 6, concurrency: 30 }));
    await new Promise(setImmediate);
    expect(model.most()).toBe(30);
    expect(warnings).toEqual([]);
  });

  it('leave every answer at its place, whatever order they finish in', async () => {
    let turns = 9;
    const model = scriptedModel(async (call) => {
      for (let left = turns--; left > 0; left -= 1) await new Promise(setImmediate);
      return agreeable(call);
    });
    const result = await negotiate(requestOf({ generate: model.generate, concurrency: 9 }));
    expect(result.thinking_history[0]?.agent_responses).toEqual(['a1', 'a2', 'a3']);
  });
});

describe('cancellation', () => {
  it('ends a negotiation whose model never answers and does not listen', async () => {
    const stop = new AbortController();
    const running = negotiate(
      requestOf({
        generate: () => {
          setImmediate(() => stop.abort(new Error('enough')));
          return new Promise(() => undefined);
        },
        signal: stop.signal,
      }),
    );
    await expect(running).rejects.toThrow('enough');
  });

  it('hands the signal to the model and starts no further call', async () => {
    const stop = new AbortController();
    const seen: AbortSignal[] = [];
    const running = negotiate(
      requestOf({
        generate: async (_, signal) => {
          seen.push(signal);
          if (seen.length === 2) stop.abort(new Error('enough'));
          return 'a';
        },
        signal: stop.signal,
      }),
    );
    await expect(running).rejects.toThrow('enough');
    expect(seen).toHaveLength(2);
    expect(seen[1]?.aborted).toBe(true);
  });

  it('reports no step of a call that comes back too late', async () => {
    const stop = new AbortController();
    let answer = (_: string) => {};
    const steps: unknown[] = [];
    const running = negotiate(
      requestOf({
        generate: () => {
          setImmediate(() => stop.abort(new Error('enough')));
          return new Promise((resolve) => {
            answer = resolve;
          });
        },
        signal: stop.signal,
        onStep: (step) => steps.push(step),
      }),
    );
    await expect(running).rejects.toThrow('enough');
    answer('late');
    await new Promise(setImmediate);
    expect(steps).toEqual([]);
  });

  it('makes no call at all when the signal is aborted before', async () => {
    const model = scriptedModel(agreeable);
    const signal = AbortSignal.abort(new Error('too late'));
    await expect(negotiate(requestOf({ generate: model.generate, signal }))).rejects.toThrow('too late');
    expect(model.calls).toHaveLength(0);
  });
});

describe('a failing call', () => {
  it('ends the negotiation with its own error and aborts its neighbours', async () => {
    const fault = new Error('model gone');
    const neighbours: AbortSignal[] = [];
    const running = negotiate(
      requestOf({
        concurrency: 3,
        generate: (_, signal) => {
          if (neighbours.length === 2) return Promise.reject(fault);
          neighbours.push(signal);
          return new Promise(() => undefined);
        },
      }),
    );
    await expect(running).rejects.toBe(fault);
    expect(neighbours.map(({ aborted }) => aborted)).toEqual([true, true]);
  });
});
