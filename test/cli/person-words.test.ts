import { describe, expect, it } from 'vitest';
import { forPerson } from '../../src/cli/person-words.ts';

describe('a message for a person', () => {
  it.each([
    [
      'The current stage is "B". Draft your best thought for stage "B": call begin_thought.',
      'The current stage is "B".',
    ],
    [
      'Nothing listens at http://127.0.0.1:1/v1. Check the port.',
      'Nothing listens at http://127.0.0.1:1/v1. Check the port.',
    ],
    ['Wrong. Correct it and call search_sessions again. (at /data/x.json)', 'Wrong. (at /data/x.json)'],
    ['Call list_sessions.', 'Call list_sessions.'],
  ])('leaves out what a model is to do: %s', (message, said) => {
    expect(forPerson(message)).toBe(said);
  });
});
