import { describe, expect, it } from 'vitest';
import { REVIEW_DIFFERENCES } from '../../support/review-differences.ts';
import { replayReviews, reviewRecords } from '../../support/review-replay.ts';

describe('the recording of the review server', () => {
  it('comes out as recorded or as a listed difference, and every listed one shows', async () => {
    const records = reviewRecords();
    const { found, compared } = await replayReviews(records);
    expect(compared).toBe(records.filter(({ n }) => n !== undefined).length);
    const listed = REVIEW_DIFFERENCES.flatMap(({ at }) => at);
    const key = (each: { n: number; field: string }) => `${each.n} ${each.field}`;
    const unlisted = found.filter((each) => !listed.map(key).includes(key(each)));
    expect(unlisted).toEqual([]);
    expect(listed.map(key).filter((each) => !found.map(key).includes(each))).toEqual([]);
  }, 60_000);
});
