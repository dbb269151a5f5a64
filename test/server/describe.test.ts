import { describe, expect, it } from 'vitest';
import { stagedSession } from '../../src/core/staged.ts';
import { count, optional, scores, text } from '../../src/kit/field.ts';
import { done } from '../../src/kit/outcome.ts';
import { type Effect, homeTool, sessionTool } from '../../src/kit/tool.ts';
import { describeTool } from '../../src/server/describe.ts';

const common = { name: 'do_it', title: 'Do it', description: 'Does it.', example: {} };

const session = (effect: Effect = 'writes') =>
  sessionTool(stagedSession)({
    ...common,
    gate: { protocol: null },
    effect,
    fields: { zeta: optional(scores()), alpha: text('The text.') },
    run: (each) => done(each, {}),
    say: () => '',
  });

const home = homeTool({
  ...common,
  effect: 'reads',
  fields: { limit: optional(count(1, 9)) },
  run: async () => ({ kind: 'done', output: {}, message: '' }),
});

describe('the description of a tool', () => {
  it('of a session has the id first, then its own parameters as declared', () => {
    const { inputSchema } = describeTool(session());
    expect(Object.keys(inputSchema.properties)).toEqual(['session_id', 'zeta', 'alpha']);
    expect(inputSchema.properties.session_id).toEqual({ type: 'string' });
    expect(inputSchema.properties.alpha).toEqual({ type: 'string', description: 'The text.' });
    expect(inputSchema.required).toEqual(['session_id', 'alpha']);
  });

  it('of another one has its own parameters alone, and no empty list of required ones', () => {
    const { inputSchema } = describeTool(home);
    expect(inputSchema).toEqual({ type: 'object', properties: { limit: { type: 'integer' } } });
  });

  it('carries names and words over and promises an open object', () => {
    expect(describeTool(session())).toMatchObject({
      name: 'do_it',
      title: 'Do it',
      description: 'Does it.',
      outputSchema: { type: 'object' },
    });
  });

  it.each([
    ['reads', { readOnlyHint: true }],
    ['writes', { readOnlyHint: false, destructiveHint: false }],
    ['destroys', { readOnlyHint: false, destructiveHint: true }],
  ] as const)('hints at what a tool that %s may do', (effect, hint) => {
    expect(describeTool(session(effect)).annotations).toEqual({ ...hint, openWorldHint: false });
  });

  it('is plain data that survives JSON', () => {
    const described = describeTool(session());
    expect(JSON.parse(JSON.stringify(described))).toEqual(described);
  });
});
