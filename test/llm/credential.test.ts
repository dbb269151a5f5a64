import { describe, expect, it } from 'vitest';
import { keyFor, withoutKey } from '../../src/llm/credential.ts';
import { chat } from '../../src/llm/endpoint.ts';
import { listModels } from '../../src/llm/model-list.ts';
import { retryBudget } from '../../src/llm/retry.ts';
import { refusal } from '../support/llm-server.ts';
import { ask, serve, settingsOf } from './served-chat.ts';

const KEY = 'sk-very-secret-0123456789';

describe('the key', () => {
  it('goes to the endpoint that it was configured for', async () => {
    const server = await serve(() => 'ok');
    const credential = { key: ` ${KEY} `, endpoints: ['http://other/v1', ` ${server.baseUrl} `] };
    await ask(chat(settingsOf(server.baseUrl, { credential })));
    expect(server.requests[0]?.headers.authorization).toBe(`Bearer ${KEY}`);
  });

  it('goes nowhere else', async () => {
    const server = await serve(() => 'ok');
    const credential = { key: KEY, endpoints: ['http://configured/v1'] };
    await ask(chat(settingsOf(server.baseUrl, { credential })));
    await listModels({
      baseUrl: server.baseUrl,
      credential,
      timeoutMs: 60_000,
      signal: new AbortController().signal,
    });
    expect(server.requests).toHaveLength(2);
    expect(JSON.stringify(server.requests.map(({ headers, body }) => [headers, body]))).not.toContain(
      'secret',
    );
  });

  it.each([
    ['http://a/v1', 'http://a/v1', KEY],
    [' http://a/v1', 'http://a/v1\n', KEY],
    ['http://a/v1/', 'http://a/v1', null],
    ['http://a/v1', 'http://a:80/v1', null],
    ['http://a/v1', 'http://a', null],
  ])('for %j configured for %j is %s', (base, configured, key) => {
    expect(keyFor(base, { key: KEY, endpoints: [configured] })).toBe(key);
  });

  it('is none when there is none', () => {
    expect(keyFor('http://a', undefined)).toBeNull();
    expect(keyFor('http://a', { key: ' ', endpoints: ['http://a'] })).toBeNull();
    expect(keyFor('http://a', { key: KEY, endpoints: [] })).toBeNull();
  });

  it('does not follow a redirect', async () => {
    const thief = await serve(() => 'thanks');
    const server = await serve(() => ({
      status: 308,
      headers: { location: `${thief.baseUrl}/chat/completions` },
    }));
    const credential = { key: KEY, endpoints: [server.baseUrl] };
    expect(await ask(chat(settingsOf(server.baseUrl, { credential })))).toMatchObject({
      code: 'endpoint_error',
    });
    expect(thief.requests).toHaveLength(0);
  });

  it.each([401, 429, 500, 200, 302, 404])(
    'is in no failure, also when HTTP %i repeats it',
    async (status) => {
      const server = await serve(() =>
        refusal(status, `${'x'.repeat(180)} Incorrect API key provided: ${KEY}`, {
          location: `http://b/${KEY}`,
        }),
      );
      const credential = { key: KEY, endpoints: [server.baseUrl] };
      const retries = retryBudget(0);
      const reply = await ask(chat(settingsOf(server.baseUrl, { credential, retries })));
      expect(reply.ok).toBe(false);
      expect(JSON.stringify(reply)).not.toContain('sk-');
    },
  );

  it('is masked as a whole, and as a beginning where a text was cut', () => {
    expect(withoutKey(`a ${KEY} b ${KEY}`, KEY)).toBe('a *** b ***');
    expect(withoutKey(`a ${KEY.slice(0, 9)}`, KEY)).toBe('a ***');
    expect(withoutKey('a task', KEY)).toBe('a task');
  });

  it('that no header can hold is refused without being shown', async () => {
    const server = await serve(() => 'ok');
    const credential = { key: 'sk-a\nb', endpoints: [server.baseUrl] };
    const reply = await ask(chat(settingsOf(server.baseUrl, { credential })));
    expect(reply).toMatchObject({ code: 'endpoint_unauthorized', retryable: false });
    expect(JSON.stringify(reply)).not.toContain('sk-');
  });

  it('in the address is in no failure', async () => {
    const server = await serve(() => refusal(500, 'no'));
    const secret = `${server.baseUrl.replace('://', '://me:hush@')}?token=hush`;
    const reply = await ask(chat(settingsOf(secret, { retries: retryBudget(0) })));
    expect(reply).toMatchObject({ code: 'endpoint_error', detail: expect.not.stringContaining('hush') });
    expect(server.requests[0]?.path).toBe('/v1/chat/completions?token=hush');
  });
});
