import { describe, expect, it } from 'vitest';
import { chat } from '../../src/llm/endpoint.ts';
import { askScores } from '../../src/llm/score-reply.ts';
import { type LlmScript, refusal } from '../support/llm-server.ts';
import { QUESTION, serve, settingsOf } from './served-chat.ts';

async function scoresFrom(script: LlmScript) {
  const server = await serve(script);
  const { signal } = new AbortController();
  const outcome = await askScores(chat(settingsOf(server.baseUrl)), QUESTION, { signal });
  return { server, outcome };
}

describe('scores', () => {
  it.each([
    ['{"correctness": 0.8, "clarity": 0.6}', { correctness: 0.8, clarity: 0.6 }],
    ['<think>8?</think>```json\n{"scores": {"correctness": "8/10"}}\n```', { correctness: 0.8 }],
    ['Here you are: {"correctness": 7, "clarity": 9}', { correctness: 0.7, clarity: 0.9 }],
    ['- **Correctness**: 80%\n- Clarity: 60%', { correctness: 0.8, clarity: 0.6 }],
  ])('are read from %j', async (reply, given) => {
    const { outcome } = await scoresFrom(() => reply);
    expect(outcome).toMatchObject({ ok: true, attempts: 1, value: { given } });
  });

  it('are asked for again with the reply and what was wrong with it', async () => {
    const { server, outcome } = await scoresFrom(({ nth }) =>
      nth === 0 ? '{"correctness": -3}' : nth === 1 ? 'I like it.' : '{"correctness": 1}',
    );
    expect(outcome).toMatchObject({ ok: true, attempts: 3, value: { given: { correctness: 1 } } });
    const messages = server.requests.map(({ body }) => body.messages ?? []);
    expect(messages.map(({ length }) => length)).toEqual([1, 3, 3]);
    expect(messages[1]?.[1]).toEqual({ role: 'assistant', content: '{"correctness": -3}' });
    expect(messages[1]?.[2]?.content).toContain('has a negative value: correctness is -3');
    expect(messages[2]?.[1]).toEqual({ role: 'assistant', content: 'I like it.' });
    expect(messages[2]?.[2]?.content).toContain('names none of the seven dimensions');
  });

  it.each(['I like it.', '{}', '{"correctness": null}', '{"beauty": 1}', '{"correctness": "high"}', '[1, 2'])(
    'are given up after three replies like %j',
    async (reply) => {
      const { server, outcome } = await scoresFrom(() => reply);
      expect(outcome).toMatchObject({
        ok: false,
        code: 'malformed_completion',
        detail: expect.stringContaining('in 3 attempts'),
      });
      expect(server.requests).toHaveLength(3);
    },
  );

  it('are not asked for again when the endpoint fails', async () => {
    const { server, outcome } = await scoresFrom(({ nth }) => (nth === 0 ? 'Hm.' : refusal(401, 'no')));
    expect(outcome).toMatchObject({ code: 'endpoint_unauthorized' });
    expect(server.requests).toHaveLength(2);
  });
});
