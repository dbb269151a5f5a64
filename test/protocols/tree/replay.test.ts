import { describe, expect, it } from 'vitest';
import { TREE_DIFFERENCES } from '../../support/tree-differences.ts';
import { accountsFor, replayTree, treeRecords } from '../../support/tree-replay.ts';

/** Records that are about files on the disk or the dispatch of names, which the pure verbs do not see. */
const SKIPPED = new Map([
  [45, 'an unknown tool is refused by the server'],
  [669, 'a damaged file is found by the store'],
]);

/**
 * Demands that another one makes impossible: a refused batch earns no warnings, and a parent that is the longest
 * existing prefix (T-D20) lets in a node that the demanded count leaves out.
 */
const OVERRULED = new Set(['590 T-C7', '591 T-C7', '592 T-C4']);

describe('the recording of the tree server', () => {
  const records = treeRecords();
  const { found, compared, wants, missed } = replayTree(records, SKIPPED);
  const listed = TREE_DIFFERENCES.flatMap(({ id, at }) => at.map((each) => ({ id, at: each })));

  it('comes out as recorded or as a listed difference', () => {
    const unexplained = found.filter((each) => !listed.some(({ at }) => accountsFor(at, each)));
    expect(unexplained).toEqual([]);
  });

  it('still shows every listed difference, record by record', () => {
    const stale = listed.flatMap(({ id, at }) =>
      at.n
        .filter((n) => !found.some((each) => each.n === n && accountsFor(at, each)))
        .map((n) => `${id} ${n}`),
    );
    expect(stale).toEqual([]);
  });

  it('meets every demand of the seed text', () => {
    expect(wants).toBeGreaterThan(30);
    expect(missed.filter(({ n, id }) => !OVERRULED.has(`${n} ${id}`))).toEqual([]);
  });

  it('skips only records that exist', () => {
    const calls = records.flatMap(({ n }) => (n === undefined ? [] : [n]));
    expect([...SKIPPED.keys()].filter((n) => !calls.includes(n))).toEqual([]);
    expect(compared).toBe(calls.length - SKIPPED.size);
  });
});
