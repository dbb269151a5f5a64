import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { compress, digestLine, summarize } from '../../src/core/digest.ts';
import { StagedSession, Thought } from '../../src/core/staged.ts';

const Recorded = z.array(
  z.object({
    case: z.string(),
    session: z.looseObject({}),
    calls: z.array(
      z.object({
        tool: z.enum(['summarize_session', 'compress_history']),
        args: z.object({ scope: z.enum(['stage', 'all']).optional(), target_tokens: z.number().optional() }),
        output: z.unknown(),
      }),
    ),
  }),
);

function sessionOf(fields: Record<string, unknown>): StagedSession {
  return StagedSession.parse({
    schema_version: 1,
    id: 'abc',
    protocol: 'serial',
    status: 'active',
    revision: 1,
    created_at: '2024-01-01T00:00:00.000Z',
    updated_at: '2024-01-01T00:00:00.000Z',
    question: 'q',
    ...fields,
  });
}

function thoughtOf(fields: Record<string, unknown>): Thought {
  return Thought.parse({
    id: 't1',
    stage: 'A',
    position: 0,
    timestamp: '',
    content: 'x',
    committed: true,
    ...fields,
  });
}

const recorded = Recorded.parse(
  JSON.parse(readFileSync(new URL('../fixtures/digest.json', import.meta.url), 'utf8')),
);
const calls = recorded.flatMap((each, index) =>
  each.calls.map((call) => ({ ...call, session: each.session, label: `${each.case} (session ${index})` })),
);

describe('digests of recorded sessions', () => {
  it.each(calls)('$label: $tool $args', ({ tool, args, session, output }) => {
    const staged = sessionOf(session);
    const digest =
      tool === 'summarize_session'
        ? summarize(staged, args.scope ?? 'stage')
        : compress(staged, args.target_tokens ?? 300);
    expect(digest).toEqual(output);
  });
});

describe('digestLine', () => {
  it('leaves out the score and the tags that a thought does not have', () => {
    expect(digestLine(thoughtOf({ content: ' a \n b ', position: 3 }))).toBe('[A #3] a b');
  });

  it('does not split a grapheme at the cut', () => {
    const family = '👨‍👩‍👧‍👦';
    const line = digestLine(thoughtOf({ content: `${'x'.repeat(238)}${family}` }));
    expect(line).toBe(`[A #0] ${'x'.repeat(238)}...`);
  });
});

describe('what counts for a digest', () => {
  const thoughts = [
    thoughtOf({ id: 'open', committed: false }),
    thoughtOf({ id: 'dropped', discarded: true }),
    thoughtOf({ id: 'kept' }),
  ];

  it('takes neither open nor discarded thoughts', () => {
    const session = sessionOf({ expected_stages: ['A', 'B'], current_stage: 'B', thoughts });
    expect(compress(session, 300).included_thought_ids).toEqual(['kept']);
    expect(summarize(session, 'all').entries.map((each) => each.thought_id)).toEqual(['kept']);
  });

  it('takes every stage as past when the current one is not in the list', () => {
    const session = sessionOf({ expected_stages: ['A'], current_stage: 'Z', thoughts });
    expect(compress(session, 300).included_thought_ids).toEqual(['kept']);
  });

  it('cuts a compression at a grapheme and not within it', () => {
    const content = `ab${'👍🏽'.repeat(40)}`;
    const session = sessionOf({
      expected_stages: ['A', 'B'],
      current_stage: 'B',
      thoughts: [thoughtOf({ content })],
    });
    expect(compress(session, 3).digest).toBe('[A #0] ab👍🏽...');
  });
});
