import { describe, expect, it } from 'vitest';
import { again, done, refusals } from '../../src/kit/outcome.ts';

const refuse = refusals('sequencing', {
  plain: () => 'Nothing is open.',
  named: (facts: { id: string }) => `Thought ${facts.id} is open.`,
});

describe('an outcome', () => {
  it('of success holds the very session', () => {
    const session = { id: 'a' };
    const outcome = done(session, { x: 1 });
    expect(outcome).toEqual({ kind: 'done', session, output: { x: 1 } });
    expect(outcome.session).toBe(session);
  });

  it('of refusal has its class, its code, its sentence and no facts where none are needed', () => {
    expect(refuse('plain')).toEqual({
      kind: 'refused',
      error: 'sequencing',
      code: 'plain',
      message: 'Nothing is open.',
      facts: {},
      again: false,
    });
  });

  it('of refusal puts the facts into the sentence and beside it', () => {
    const facts = { id: 't1' };
    const refusal = refuse('named', facts);
    expect(refusal).toMatchObject({ message: 'Thought t1 is open.', facts: { id: 't1' } });
    expect(refusal.facts).not.toBe(facts);
  });

  it('of refusal can be marked as one that better arguments clear', () => {
    const refusal = refuse('plain');
    expect(again(refusal)).toEqual({ ...refusal, again: true });
    expect(refusal.again).toBe(false);
  });
});
