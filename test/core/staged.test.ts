import { describe, expect, it } from 'vitest';
import {
  committedCount,
  discardOpenThought,
  openThought,
  stageAfter,
  Thought,
  withThought,
} from '../../src/core/staged.ts';
import { newSession } from '../support/given.ts';

const thought = (id: string, over: Record<string, unknown> = {}) =>
  Thought.parse({ id, stage: 'A', position: 0, timestamp: 't', content: id, ...over });
const stages = (current: string, ...expected: string[]) =>
  newSession({ expected_stages: expected, current_stage: current });

describe('the open thought', () => {
  const thoughts = [thought('t1', { committed: true }), thought('t2'), thought('t3', { discarded: true })];

  it('is the one that the pointer names', () => {
    expect(openThought(newSession({ thoughts, current_thought_id: 't2' }))?.id).toBe('t2');
  });

  it.each([
    ['nothing', null],
    ['a committed thought', 't1'],
    ['a discarded thought', 't3'],
    ['an unknown thought', 't9'],
  ])('does not exist when the pointer names %s', (_, pointer) => {
    expect(openThought(newSession({ thoughts, current_thought_id: pointer }))).toBeNull();
  });

  it('is taken out of work but stays in the record', () => {
    const before = newSession({ thoughts, current_thought_id: 't2' });
    const after = discardOpenThought(before);
    expect(after.current_thought_id).toBeNull();
    expect(after.thoughts.map((each) => each.discarded)).toEqual([false, true, true]);
    expect(after.thoughts[1]).toEqual({ ...before.thoughts[1], discarded: true });
    expect(before.thoughts[1]?.discarded).toBe(false);
  });

  it('cannot be taken out where there is none', () => {
    const session = newSession({ thoughts, current_thought_id: 't9' });
    expect(discardOpenThought(session)).toBe(session);
  });
});

describe('the thoughts of a session', () => {
  it('are replaced by id', () => {
    const session = newSession({ thoughts: [thought('t1'), thought('t2')] });
    const changed = withThought(session, thought('t2', { content: 'new' }));
    expect(changed.thoughts.map((each) => each.content)).toEqual(['t1', 'new']);
    expect(session.thoughts.map((each) => each.content)).toEqual(['t1', 't2']);
    expect(withThought(session, thought('t9')).thoughts).toEqual(session.thoughts);
  });

  it('count for a stage only when they are committed in it', () => {
    const session = newSession({
      thoughts: [
        thought('t1', { committed: true }),
        thought('t2', { committed: true, stage: 'B' }),
        thought('t3'),
        thought('t4', { committed: true }),
      ],
    });
    expect(committedCount({ ...session, current_stage: 'A' })).toBe(2);
    expect(committedCount({ ...session, current_stage: 'a' })).toBe(0);
  });

  it('are read with defaults for what older files lack', () => {
    expect(thought('t1')).toMatchObject({
      draft_content: null,
      tags: [],
      axioms: [],
      critique_rounds: [],
      committed: false,
      committed_round: null,
      discarded: false,
    });
  });
});

describe('the stages of a session', () => {
  it('follow one another to the end of the list', () => {
    expect(stageAfter(stages('A', 'A', 'B', 'C'))).toBe('B');
    expect(stageAfter(stages('C', 'A', 'B', 'C'))).toBeNull();
  });

  it('start again at the first when the current one is not in the list', () => {
    expect(stageAfter(stages('gone', 'A', 'B'))).toBe('A');
  });
});
