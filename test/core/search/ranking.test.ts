import { describe, expect, it } from 'vitest';
import { rank } from '../../../src/core/search/ranking.ts';
import { segmentBuilder } from '../../../src/core/search/segment-builder.ts';
import { EMPTY_SEGMENT } from '../../../src/core/search/segment-writer.ts';
import { tally } from '../../../src/core/search/tally.ts';
import { wordsOf } from '../../../src/core/search/words.ts';

/** The ids of the sessions with these questions that a query finds, best first. */
function found(sessions: Readonly<Record<string, string>>, query: string): string[] {
  const builder = segmentBuilder();
  for (const [id, question] of Object.entries(sessions)) {
    const { counts, length } = tally(question, []);
    builder.add(
      { id, stamp: '', path: null, length, protocol: null, status: 'active', project: null },
      counts,
    );
  }
  const corpus = { base: builder.build(), recent: EMPTY_SEGMENT, gone: new Set<string>() };
  return rank(corpus, wordsOf(query), () => true).docs.map(({ id }) => id);
}

describe('the ranking', () => {
  it('puts the session with more of the words first, in whatever order they stand', () => {
    const sessions = {
      one: 'cache at the edge',
      two: 'cache cache cache',
      three: 'edge of the world, cache',
    };
    expect(found(sessions, 'edge cache').slice(0, 2).sort()).toEqual(['one', 'three']);
    expect(found(sessions, 'edge cache').at(-1)).toBe('two');
  });

  it('finds longer words by their beginning and counts the word itself for more', () => {
    expect(found({ long: 'invalidation strategies', none: 'valid' }, 'inval')).toEqual(['long']);
    expect(found({ long: 'caching and more', exact: 'cach and more' }, 'cach')).toEqual(['exact', 'long']);
  });

  it.each(['eviction', 'evicton', 'eivction', 'EVICTION', 'évictïon', 'evictions'])(
    'finds "eviction" by %j',
    (query) => {
      expect(found({ hit: 'eviction policy', miss: 'parliament poll' }, query)).toEqual(['hit']);
    },
  );

  it.each(['evxxtxon', 'xxx', 'caz', '2024'])('does not find "eviction", "cat" or "2025" by %j', (query) => {
    expect(found({ one: 'eviction', two: 'cat', three: '2025' }, query)).toEqual([]);
  });

  it('lets a word of nearly all sessions find nothing beside a rarer one, and all of them alone', () => {
    const many = Object.fromEntries(
      Array.from({ length: 60 }, (_, at) => [`s${at}`, `the session number ${at}`]),
    );
    const sessions = { ...many, rare: 'the walrus' };
    expect(found(sessions, 'the walrus')).toEqual(['rare']);
    expect(found(sessions, 'the')).toHaveLength(61);
  });
});
