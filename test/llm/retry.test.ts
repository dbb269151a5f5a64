import { describe, expect, it } from 'vitest';
import { chat } from '../../src/llm/endpoint.ts';
import { backoffMs, realClock, retryAfterMs, retryBudget } from '../../src/llm/retry.ts';
import { type LlmAnswer, refusal } from '../support/llm-server.ts';
import { ask, patientClock, serve, settingsOf } from './served-chat.ts';

/** A server that gives these answers in turn and then a good one. */
const inTurn = (...answers: readonly LlmAnswer[]) => serve(({ nth }) => answers[nth] ?? 'Blue.');

describe('what may pass', () => {
  it.each<[string, LlmAnswer]>([
    ...[408, 409, 425, 429, 500, 502, 503, 504, 529].map((status): [string, LlmAnswer] => [
      `HTTP ${status}`,
      { status },
    ]),
    ['a reset', { fault: 'reset' }],
    ['a cut stream', { fault: 'cut' }],
    ['an unfinished stream', { fault: 'clean_cut' }],
  ])('%s is tried again', async (_, fault) => {
    const server = await inTurn(fault, fault);
    const retries = retryBudget(4);
    expect(await ask(chat(settingsOf(server.baseUrl, { retries })))).toMatchObject({ text: 'Blue.' });
    expect(server.requests).toHaveLength(3);
    expect(retries.left()).toBe(2);
  });

  it.each<[string, LlmAnswer]>([
    ...[400, 401, 403, 404, 413, 422, 501].map((status): [string, LlmAnswer] => [
      `HTTP ${status}`,
      { status },
    ]),
    ['an empty answer', ''],
    ['a redirect', { status: 302, headers: { location: '/v2' } }],
  ])('%s is not tried again', async (_, fault) => {
    const server = await inTurn(fault);
    expect(await ask(chat(settingsOf(server.baseUrl)))).toMatchObject({ ok: false });
    expect(server.requests).toHaveLength(1);
  });

  it('is tried again only while the budget of the job lasts, over all its calls', async () => {
    const server = await serve(() => refusal(500, 'no'));
    const client = chat(settingsOf(server.baseUrl, { retries: retryBudget(3) }));
    await ask(client);
    expect(server.requests).toHaveLength(4);
    expect(await ask(client)).toMatchObject({ code: 'endpoint_error', retryable: true });
    expect(server.requests).toHaveLength(5);
  });
});

describe('the pause', () => {
  it('doubles, and follows Retry-After when that is longer', async () => {
    const server = await inTurn(
      refusal(500, 'no'),
      refusal(503, 'loading', { 'retry-after': '11' }),
      refusal(429, 'no', { 'retry-after': new Date(20_000).toUTCString() }),
      refusal(429, 'no', { 'retry-after': '0' }),
    );
    const clock = patientClock(5_000);
    expect(await ask(chat(settingsOf(server.baseUrl, { clock })))).toMatchObject({ ok: true });
    expect(clock.pauses).toEqual([250, 11_000, 15_000, 2_000]);
  });

  it('is not made when the server wants more than a minute', async () => {
    const server = await inTurn(refusal(429, 'Quota', { 'retry-after': '3600' }));
    const retries = retryBudget(2);
    const clock = patientClock();
    const reply = await ask(chat(settingsOf(server.baseUrl, { retries, clock })));
    expect(reply).toMatchObject({
      code: 'endpoint_rate_limited',
      detail: expect.stringContaining('in 3600 s'),
    });
    expect([clock.pauses, retries.left()]).toEqual([[], 2]);
  });

  it('has jitter within the upper half and a limit', () => {
    expect([backoffMs(0, 0), backoffMs(0, 0.5), backoffMs(3, 0)]).toEqual([250, 375, 2_000]);
    expect(backoffMs(50, 1)).toBe(8_000);
  });

  it('of the real clock ends when the signal is aborted', async () => {
    await expect(realClock.pause(1e6, AbortSignal.timeout(1))).rejects.toThrow();
    expect(realClock.random()).toBeLessThan(1);
    expect(realClock.nowMs()).toBeGreaterThan(0);
  });
});

describe('Retry-After', () => {
  it.each([
    ['5', 5_000],
    [' 0.5 ', 500],
    ['Thu, 01 Jan 1970 00:01:00 GMT', 50_000],
    ['Thu, 01 Jan 1970 00:00:01 GMT', 0],
    ['soon', null],
    ['', null],
    [undefined, null],
  ])('%j means %s ms', (header, ms) => {
    expect(retryAfterMs(header, 10_000)).toBe(ms);
  });
});

describe('a budget', () => {
  it.each([-1, 0, Number.NaN])('of %s holds nothing', (repetitions) => {
    expect(retryBudget(repetitions).take()).toBe(false);
  });
});
