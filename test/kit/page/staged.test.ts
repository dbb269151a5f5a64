import { describe, expect, it } from 'vitest';
import type { StagedSession } from '../../../src/core/staged.ts';
import type { Block } from '../../../src/kit/page/page.ts';
import { stagedPage } from '../../../src/kit/page/staged.ts';
import { contest, playedRound } from '../../support/contest.ts';
import { given, NOW, newSession } from '../../support/given.ts';
import { allScored } from '../../support/scores.ts';

const committed = () =>
  given()
    .when('begin_thought', { content: 'Draft, see https://example.org/a.', tags: ['cdn'] })
    .round('First.', allScored(0.8))
    .round('Second.', allScored(0.25))
    .when('commit_thought').session;

const kinds = (session: StagedSession) => stagedPage(session).blocks.map(({ kind }) => kind);
/** What stands under a heading. */
function under(session: StagedSession, title: string): readonly Block[] {
  const { blocks } = stagedPage(session);
  const start = blocks.findIndex((each) => each.kind === 'heading' && each.text === title);
  const rest = blocks.slice(start + 1);
  const end = rest.findIndex(({ kind }) => kind === 'heading');
  return start < 0 ? [] : rest.slice(0, end < 0 ? undefined : end);
}

describe('the page of a session with stages', () => {
  it('begins with all thoughts at a glance and how their scores went', () => {
    const [table, chart] = stagedPage(committed()).blocks;
    expect(table).toMatchObject({
      rows: [{ cells: ['t1', 'Problem Definition', 'committed', '2', '0.80', '0.80'] }],
    });
    expect(chart).toMatchObject({ kind: 'chart', ticks: ['round 0', 'round 1'] });
    expect(chart).toMatchObject({
      series: [{ name: 't1', points: [expect.closeTo(0.8), expect.closeTo(0.25)] }],
    });
    expect(kinds(newSession())[0]).toBe('heading');
    const { session } = given().when('begin_thought', { content: 'x' }).round('y', allScored(0.5));
    expect(kinds(session).slice(0, 2)).toEqual(['table', 'heading']);
  });

  it('compares each rewrite with the text before it, the first one with the draft', () => {
    const diffs = stagedPage(committed()).blocks.filter(({ kind }) => kind === 'diff');
    expect(diffs).toEqual([
      { kind: 'diff', before: 'Draft, see https://example.org/a.', after: 'First.' },
      { kind: 'diff', before: 'First.', after: 'Second.' },
    ]);
  });

  it('draws stages, thoughts and rounds, the kept one marked', () => {
    const { nodes } = stagedPage(committed()).graph;
    expect(
      nodes.slice(0, 5).map(({ id, parent, label, note, tone }) => [id, parent, label, note, tone]),
    ).toEqual([
      ['q', null, 'Cache at the edge or at the origin?', '', 'plain'],
      ['s1', 'q', 'Problem Definition', 'current stage', 'open'],
      ['t1', 's1', 'Thought t1', 'committed', 'good'],
      ['t1_r0', 't1', '0: unstated assumption', '0.80', 'good'],
      ['t1_r1', 't1', '1: scope creep', '0.25', 'muted'],
    ]);
    expect(nodes).toHaveLength(5 + 4);
  });

  it('draws the winner of each round of a contest', () => {
    const begun = contest().when('begin_subagent_thought', { content: 'Draft.' });
    const { session } = playedRound(begun, 0.5, 0.25);
    expect(stagedPage(session).graph.nodes.find(({ id }) => id === 't1_r0')).toMatchObject({
      label: '0: Analysis',
      note: '0.50',
    });
    expect(under(session, 'Thought t1')).toContainEqual({
      kind: 'note',
      text: expect.stringMatching(/^Engine manual, at most \d rounds, specialists: Analysis, Odd\.$/),
    });
  });

  it('lists the references of the thoughts and what happened, in the order of time', () => {
    const { session } = given().when('begin_thought', { content: 'See https://example.org/a and b.' });
    expect(under(session, 'References')).toEqual([
      { kind: 'list', title: '', items: ['https://example.org/a (t1)'] },
    ]);
    const moved = { from_path: 'a', to_path: 'b', timestamp: '2026-01-04T00:00:00Z', unlink_failed: false };
    const later = {
      ...session,
      finalized_at: '2026-01-03T00:00:00.000Z',
      move_history: [moved],
      decisions: [{ action: 'keep_here', timestamp: '2026-01-03T10:00:00Z' }],
    };
    expect(under(later, 'Timeline')).toEqual([
      {
        kind: 'timeline',
        events: [
          { at: '2026-01-01T00:00:00.000Z', text: 'session started' },
          { at: NOW, text: 'thought t1 begun in Problem Definition' },
          { at: '2026-01-03T00:00:00.000Z', text: 'session finalized' },
          { at: '2026-01-03T10:00:00Z', text: 'decided: keep_here' },
          { at: '2026-01-04T00:00:00Z', text: 'file moved' },
        ],
      },
    ]);
  });

  it('warns of a thought left open at the end, one without a score, and one that kept a weaker round', () => {
    const { session } = given().when('begin_thought', { content: 'x' });
    expect(under(session, 'Warnings')).toEqual([]);
    const warned = (over: object) =>
      under({ ...session, ...over }, 'Warnings').flatMap((each) => (each.kind === 'list' ? each.items : []));
    expect(warned({ status: 'finalized' })).toEqual([
      'Thought t1 was still open when the session was finalized.',
    ]);
    const done = { ...session.thoughts[0], committed: true };
    expect(warned({ thoughts: [done] })).toEqual(['Thought t1 was committed without a scored round.']);
    const weaker = { ...committed().thoughts[0], committed_round: 1 };
    expect(warned({ thoughts: [weaker] })).toEqual([
      'Thought t1: a round other than 1, which was kept, scored higher.',
    ]);
  });

  it('opens a session of the original, which keeps neither drafts nor kept rounds', () => {
    const old = committed().thoughts.map((each) => ({
      ...each,
      draft_content: null,
      committed_round: null,
      critique_rounds: each.critique_rounds.map((round) => ({ ...round, utility_vector: null })),
    }));
    const session = { ...committed(), thoughts: old, protocol: null };
    expect(stagedPage(session).blocks[0]).toMatchObject({
      rows: [{ cells: ['t1', 'Problem Definition', 'committed', '2', '–', '–'] }],
    });
  });
});
