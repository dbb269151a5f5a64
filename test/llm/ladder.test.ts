import { describe, expect, it } from 'vitest';
import { chat } from '../../src/llm/endpoint.ts';
import { rungMemory } from '../../src/llm/rungs.ts';
import { SCORE_SCHEMA } from '../../src/llm/score-reply.ts';
import { knowing, type LlmServer, refusal } from '../support/llm-server.ts';
import { QUESTION, serve, settingsOf } from './served-chat.ts';

const asked = (server: LlmServer) =>
  server.requests.map(({ body }) => body.response_format?.type ?? 'prompt');
const options = { signal: new AbortController().signal, schema: SCORE_SCHEMA };

describe('asking for JSON', () => {
  it.each([
    [['json_schema', 'json_object'], ['json_schema']],
    [['json_object'], ['json_schema', 'json_object']],
    [[], ['json_schema', 'json_object', 'prompt']],
  ])('of a server that knows %j goes down to what it knows and stays there', async (known, steps) => {
    const server = await serve(knowing(known, () => '{"clarity": 1}'));
    const client = chat(settingsOf(server.baseUrl));
    const rung = steps.at(-1);
    expect(await client.complete(QUESTION, options)).toEqual({ ok: true, text: '{"clarity": 1}', rung });
    expect(await client.complete(QUESTION, options)).toMatchObject({ ok: true, rung });
    expect(asked(server)).toEqual([...steps, rung]);
  });

  it('sends the schema on every rung, as a format where there is one and always in words', async () => {
    const server = await serve(knowing([], () => '{}'));
    await chat(settingsOf(server.baseUrl)).complete(QUESTION, options);
    const [first, second, third] = server.requests;
    expect(first?.body.response_format).toEqual({
      type: 'json_schema',
      json_schema: { name: 'scores', strict: true, schema: SCORE_SCHEMA.schema },
    });
    expect(second?.body.response_format).toEqual({ type: 'json_object' });
    expect(third?.body.response_format).toBeUndefined();
    for (const { body } of server.requests) {
      expect(body.messages).toHaveLength(1);
      expect(body.messages?.[0]?.content).toMatch(
        /^Why is the sky blue\?\n\n.*JSON Schema:\n\{"type":"object"/s,
      );
    }
  });

  it('is remembered for each endpoint and model apart', async () => {
    const rungs = rungMemory();
    const server = await serve(knowing(['json_object'], () => '{}'));
    const other = await serve(() => '{}');
    await chat(settingsOf(server.baseUrl, { rungs })).complete(QUESTION, options);
    await chat(settingsOf(server.baseUrl, { rungs, model: 'b' })).complete(QUESTION, options);
    await chat(settingsOf(server.baseUrl, { rungs })).complete(QUESTION, options);
    await chat(settingsOf(other.baseUrl, { rungs })).complete(QUESTION, options);
    expect(asked(server)).toEqual([
      'json_schema',
      'json_object',
      'json_schema',
      'json_object',
      'json_object',
    ]);
    expect(asked(other)).toEqual(['json_schema']);
  });

  it('goes on below when a format leaves the model nothing to say', async () => {
    const server = await serve(({ body }) =>
      body.response_format === undefined ? '{}' : { content: '', reasoning: 'Hm.' },
    );
    expect(await chat(settingsOf(server.baseUrl)).complete(QUESTION, options)).toMatchObject({
      rung: 'prompt',
    });
  });

  it('goes on below when the server cannot build the grammar', async () => {
    const server = await serve(({ body }) =>
      body.response_format?.type === 'json_schema' ? refusal(500, 'failed to parse grammar') : '{}',
    );
    expect(await chat(settingsOf(server.baseUrl)).complete(QUESTION, options)).toMatchObject({ ok: true });
    expect(asked(server)).toEqual(['json_schema', 'json_object']);
  });

  it('does not go down for a fault that has nothing to do with it', async () => {
    const server = await serve(() => refusal(401, 'no'));
    expect(await chat(settingsOf(server.baseUrl)).complete(QUESTION, options)).toMatchObject({
      code: 'endpoint_unauthorized',
    });
    expect(asked(server)).toEqual(['json_schema']);
  });

  it('tells the last refusal when every rung is refused', async () => {
    const server = await serve(({ nth }) => refusal(400, `Refusal ${nth + 1}`));
    expect(await chat(settingsOf(server.baseUrl)).complete(QUESTION, options)).toMatchObject({
      code: 'endpoint_error',
      retryable: false,
      detail: expect.stringContaining('Refusal 3'),
    });
  });
});
