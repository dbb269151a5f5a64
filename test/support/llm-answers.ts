import fc from 'fast-check';
import type { LlmAnswer } from './llm-server.ts';

const text = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.constantFrom(
    '7',
    '8/10',
    '{"correctness": 0.8}',
    '<think>a',
    '```\n',
    '{}',
    '{"correctness": 0,8, "evidence": 7, "clarity": -1}',
    '{"scores": {"correctness": "80%", "evidence": "high"}}',
    'correctness: 1e400, novelty: NaN',
    '<reasoning>x</reasoning>\n\ud800 \u0000 __proto__',
    'long '.repeat(60_000),
    '',
    '<html>',
    'data: x\n\n',
  ),
);
/** Whatever a server may answer at once: texts, broken JSON, pages, statuses, broken connections. */
export const anyAnswer: fc.Arbitrary<LlmAnswer> = fc.oneof(
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
