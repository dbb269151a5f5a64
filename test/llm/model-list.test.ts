import { describe, expect, it } from 'vitest';
import { listModels } from '../../src/llm/model-list.ts';
import { deadBaseUrl, type LlmAnswer, refusal } from '../support/llm-server.ts';
import { serve } from './served-chat.ts';

const list = (baseUrl: string, given: { timeoutMs?: number; signal?: AbortSignal } = {}) =>
  listModels({ baseUrl, timeoutMs: 60_000, signal: new AbortController().signal, ...given });

const listFrom = async (answer: LlmAnswer) => list((await serve(() => answer)).baseUrl);

describe('the health check', () => {
  it('names the models of an endpoint', async () => {
    const server = await serve(() => ({
      status: 200,
      body: { object: 'list', data: [{ id: 'a' }, { id: 'b' }, 3] },
    }));
    expect(await list(`${server.baseUrl}/chat/completions/`)).toEqual({ ok: true, models: ['a', 'b'] });
    expect(server.requests[0]).toMatchObject({ method: 'GET', path: '/v1/models' });
  });

  it('knows an endpoint without models', async () => {
    expect(await listFrom({ status: 200, body: { data: null } })).toEqual({ ok: true, models: [] });
  });

  it.each<[string, LlmAnswer, string]>([
    ['401', refusal(401, 'no'), 'endpoint_unauthorized'],
    ['503', refusal(503, 'Loading model'), 'endpoint_error'],
    ['HTML', { status: 200, body: '<html></html>' }, 'malformed_completion'],
    ['another JSON', { status: 200, body: [1] }, 'malformed_completion'],
    ['a broken connection', { fault: 'reset' }, 'endpoint_unreachable'],
  ])('names the fault of %s', async (_, answer, code) => {
    expect(await listFrom(answer)).toMatchObject({ ok: false, code });
  });

  it('names an endpoint where nothing listens, and one that is no address', async () => {
    expect(await list(await deadBaseUrl())).toMatchObject({ code: 'endpoint_unreachable', retryable: true });
    expect(await list('no address')).toMatchObject({ code: 'endpoint_unreachable', retryable: false });
  });

  it('waits no longer than it may, and stops when told to', async () => {
    const server = await serve(() => ({ fault: 'silent' }));
    expect(await list(server.baseUrl, { timeoutMs: 40 })).toMatchObject({ code: 'endpoint_timeout' });
    expect(await list(server.baseUrl, { signal: AbortSignal.abort() })).toMatchObject({ code: 'cancelled' });
  });
});
