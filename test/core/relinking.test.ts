import { describe, expect, it } from 'vitest';
import { linksOf, relinked } from '../../src/core/relinking.ts';
import { SessionDocument } from '../../src/core/session.ts';

const BASE = SessionDocument.parse({
  schema_version: 1,
  id: 'own',
  protocol: 'serial',
  status: 'active',
  revision: 1,
  created_at: '2026-01-01T00:00:00Z',
  updated_at: '2026-01-01T00:00:00Z',
  question: 'Why?',
});
const LINKED = {
  ...BASE,
  from: 'a',
  parent_session_id: 'b',
  parent_thought_id: 't1',
  parentSessionId: 'c',
  parentThoughtId: 't2',
  reviews: ['d', 'e'],
  review_verdicts: [{ review_id: 'd', reason: 'one' }, { review_id: 'e' }],
  thoughts: [{ id: 't1', from: 'd' }, { id: 't2' }],
};

describe('the links of a record', () => {
  it('are all found, those of its thoughts, too', () => {
    expect(new Set(linksOf(LINKED).map(({ field, id }) => `${field} ${id}`))).toEqual(
      new Set(['from a', 'parent_session_id b', 'parentSessionId c', 'reviews d', 'reviews e', 'from d']),
    );
    expect(linksOf(BASE)).toEqual([]);
  });

  it('lead where they are told to, and nothing else changes', () => {
    expect(relinked(LINKED, ({ id }) => id)).toEqual(LINKED);
    expect(relinked(LINKED, ({ id }) => id.toUpperCase())).toEqual({
      ...LINKED,
      from: 'A',
      parent_session_id: 'B',
      parentSessionId: 'C',
      reviews: ['D', 'E'],
      review_verdicts: [{ review_id: 'D', reason: 'one' }, { review_id: 'E' }],
      thoughts: [{ id: 't1', from: 'D' }, { id: 't2' }],
    });
  });

  it('go without a target, with the thought of a parent that goes', () => {
    expect(relinked(LINKED, () => null)).toEqual({ ...BASE, thoughts: [{ id: 't1' }, { id: 't2' }] });
  });
});
