import fc from 'fast-check';
import MarkdownIt from 'markdown-it';
import { describe, expect, it } from 'vitest';
import type { StagedSession } from '../../src/core/staged.ts';
import { stagedPage } from '../../src/kit/page/staged.ts';
import { pageMarkdown } from '../../src/render/markdown.ts';
import { answer, contest, playedRound } from '../support/contest.ts';
import { given, newSession } from '../support/given.ts';
import { allScored } from '../support/scores.ts';

const sessionMarkdown = (session: StagedSession) => pageMarkdown(stagedPage(session));
const begin = (content: string) => given().when('begin_thought', { content });
const lines = (session: StagedSession) => sessionMarkdown(session).split('\n');
const markdown = new MarkdownIt();
/** What every document ends with. */
const CLOSING = new Set(['## Timeline', '## Map']);
/** The headings of the document itself: quoted ones belong to a text. */
const headings = (session: StagedSession) => {
  const tokens = markdown.parse(sessionMarkdown(session), {});
  const titles = tokens.filter(({ type, level }) => type === 'heading_open' && level === 0);
  return titles.map(({ map }) => lines(session)[map?.[0] ?? 0] ?? '').filter((line) => !CLOSING.has(line));
};
/** The quoted blocks with their marks taken off: what a reader gets back. */
const quoted = (session: StagedSession) =>
  sessionMarkdown(session)
    .split('\n\n')
    .map((block) => block.split('\n'))
    .filter((block) => block.every((line) => line.startsWith('>')))
    .map((block) => block.map((line) => line.replace(/^> ?/, '')).join('\n'));

const HARD = [
  '# Not a heading',
  '',
  '| a | b |',
  '| --- | --- |',
  '| 1 \\| 2 | *3* |',
  '',
  '    four spaces',
  '\ttab',
  '```ts',
  'const open = "fence";',
  '',
  '> a quote',
  'Setext',
  '---',
  '<!-- comment',
].join('\n');

describe('a session as Markdown', () => {
  it('has a section for each stage and says where it stands', () => {
    expect(lines(newSession()).slice(0, 7)).toEqual([
      '# Cache at the edge or at the origin?',
      '',
      '*Session abcd2345 · mode serial · active · started 2026-01-01T00:00:00.000Z*',
      '',
      '## Problem Definition (current stage)',
      '',
      '*No thought yet.*',
    ]);
    expect(headings(newSession())).toHaveLength(6);
    expect(headings(newSession({ status: 'finalized' }))[1]).toBe('## Problem Definition');
    expect(sessionMarkdown(newSession({ protocol: null }))).toContain('mode not chosen');
    const finalized = newSession({ status: 'finalized', finalized_at: '2026-01-02T00:00:00Z' });
    expect(sessionMarkdown(finalized)).toContain('· finalized 2026-01-02T00:00:00Z*');
  });

  it('shows an open thought and the critique that is missing', () => {
    const { session } = begin('Draft.').when('critique_current_thought');
    expect(headings(session).slice(2, 4)).toEqual([
      '### Thought t1 (open)',
      '#### Round 0: unstated assumption',
    ]);
    expect(sessionMarkdown(session)).toContain('> Draft.\n');
    expect(sessionMarkdown(session)).toContain('*The critique is still missing.*');
  });

  it('shows a finished thought with its scores, its draft and each round', () => {
    const { session } = given()
      .when('begin_thought', { content: 'Draft.', tags: ['cdn'], axioms: ['reads are public'] })
      .round('Best.', allScored(0.8))
      .round('Worse.', allScored(0.25))
      .when('commit_thought');
    expect(headings(session).slice(2, 6)).toEqual([
      '### Thought t1 (committed)',
      '#### First draft',
      '#### Round 0: unstated assumption (kept)',
      '#### Round 1: scope creep',
    ]);
    // Texts with nothing in common are shown one after the other instead of compared.
    expect(quoted(session)).toEqual([
      'Best.',
      'Draft.',
      'Claim: too sure.',
      'Best.',
      'Claim: too sure.',
      'Worse.',
    ]);
    const text = sessionMarkdown(session);
    expect(text).toContain(
      '| **0 (kept)** | 0.80 | 0.80 | 0.80 | 0.80 | 0.80 | 0.80 | 0.80 | 0.80 |\n| 1 | 0.25 |',
    );
    expect(text).toContain('Tags:\n\n- cdn\n\nTaken as given:\n\n- reads are public\n');
  });

  it('shows a discarded thought as such, and one that was left open', () => {
    const { session } = begin('Draft.').when('begin_thought', { content: 'Anew.', discard: true });
    expect(headings(session).slice(2, 4)).toEqual(['### Thought t1 (discarded)', '### Thought t2 (open)']);
    const left = { ...session, current_thought_id: null };
    expect(headings(left)[3]).toBe('### Thought t2 (left open)');
  });

  it('lists challenged assumptions, each on one line', () => {
    const { session } = begin('Draft.')
      .when('critique_current_thought')
      .when('submit_critique', { text: 'x' })
      .when('refine_current_thought', { new_content: 'y', challenged_assumptions: ['all\nis *well*', 'b'] });
    expect(sessionMarkdown(session)).toContain('Assumptions challenged:\n\n- all is \\*well\\*\n- b\n');
  });

  it('shows thoughts of a stage that is not in the list, and a stage once', () => {
    const { session } = begin('Draft.');
    const moved = { ...session, expected_stages: ['Plan', 'Do', 'Plan'], current_stage: 'Plan' };
    expect(headings(moved).slice(1)).toEqual([
      '## Plan (current stage)',
      '## Do',
      '## Problem Definition',
      '### Thought t1 (open)',
    ]);
  });
});

describe('a contest of specialists as Markdown', () => {
  const begun = contest().when('begin_subagent_thought', { content: 'Draft.' });

  it('shows the scores of every candidate and the text that was selected', () => {
    const { session } = playedRound(playedRound(begun, 0.5, 0.25), 0.75, 0.8).when('commit_subagent_thought');
    expect(headings(session).slice(2, 6)).toEqual([
      '### Thought t1 (committed)',
      '#### First draft',
      '#### Round 0 (in equilibrium)',
      '#### Round 1 (kept)',
    ]);
    expect(quoted(session)).toEqual(['second 0.8', 'Draft.', 'first 0.5', 'second 0.25', 'first 0.75']);
    const text = sessionMarkdown(session);
    expect(text).toContain('| specialist | correctness | evidence |');
    expect(text).toMatch(
      /\n\| \*\*Analysis\*\* (\| 0\.50 ){8}\|\n\| Odd (\| 0\.25 ){8}\|\n\nSelected: Analysis\n/,
    );
  });

  it('shows the candidates of a round that is still open, and no draft where there is none', () => {
    const { session } = answer(
      contest({ agents: ['a | b', 'c'] }).when('begin_subagent_thought'),
      'one',
      0.5,
    );
    expect(quoted(session)).toEqual(['one']);
    expect(sessionMarkdown(session)).toContain('| a &#124; b | 0.50 |');
    expect(sessionMarkdown(session)).toContain('Candidate: a &#124; b\n\n> one');
  });
});

describe('texts in a document', () => {
  it('keep tables, pipes, headings, fences, blank lines and indented lines', () => {
    const { session } = begin(HARD).round(`${HARD}\nend`, allScored(0.5)).when('commit_thought');
    expect(quoted(session).slice(0, 2)).toEqual([`${HARD}\nend`, HARD]);
    expect(headings(session)).toHaveLength(6 + 3);
  });

  it('keep the indentation of the first line and lose only empty lines around', () => {
    expect(quoted(begin('\n  \n    code\n\n').session)).toEqual(['    code']);
  });

  it.each(['\r\n', '\r', '\n'])('stay quoted whatever ends their lines: %j', (end) => {
    const { session } = begin(`one${end}# two${end}${end}three`);
    expect(quoted(session)).toEqual(['one\n# two\n\nthree']);
    expect(sessionMarkdown(session)).not.toContain('\r');
  });

  it('steer no terminal', () => {
    const text = sessionMarkdown(begin('A\u001b[2J\u009b1m\rB').session);
    expect(text).toContain('> A\ufffd[2J\ufffd1m\n> B');
    expect(text).not.toMatch(/(?![\t\n])\p{Cc}/u);
  });

  it('never add a heading to the document', () => {
    const pieces = fc.constantFrom(
      '# a',
      '## b',
      '```',
      'x',
      '---',
      '===',
      '',
      ' ',
      '> q',
      '\r',
      '\u2028',
      '| t |',
    );
    fc.assert(
      fc.property(fc.array(pieces, { minLength: 1 }), fc.constantFrom('\n', '\r\n'), (parts, end) => {
        const session = begin(`x${parts.join(end)}`).session;
        const plain = { ...session, thoughts: session.thoughts.map((each) => ({ ...each, content: 'x' })) };
        expect(headings(session)).toEqual(headings(plain));
        const kept = parts.join(end).replace(/\r\n?/g, '\n');
        expect(quoted(session)[0]).toBe(`x${kept}`.trimEnd());
      }),
    );
  });
});

describe('the question', () => {
  it.each([
    ['Edge\nor origin?', '# Edge or origin?'],
    ['  Edge or\r\n\r\n# origin?  ', '# Edge or # origin?'],
    ['# Edge?', '# # Edge?'],
    ['Is it C#', '# Is it C#'],
    ['What is C #', '# What is C \\#'],
    ['##', '# \\##'],
  ])('%j stays one heading', (question, expected) => {
    expect(headings(newSession({ question }))[0]).toBe(expected);
    expect(headings(newSession({ question }))).toHaveLength(6);
  });

  it('follows whole when the heading cannot hold it', () => {
    expect(quoted(newSession({ question: 'Edge\nor origin?' }))).toEqual(['Edge\nor origin?']);
    expect(quoted(newSession({ question: ' Edge? ' }))).toEqual([]);
    const long = 'Why? '.repeat(100).trim();
    const session = newSession({ question: long });
    expect(headings(session)[0]?.length).toBeLessThan(210);
    expect(quoted(session)).toEqual([long]);
  });

  it('and stage names with line breaks stay headings', () => {
    const session = newSession({ expected_stages: ['Plan\n# B', 'C'], current_stage: 'C' });
    expect(headings(session).slice(1)).toEqual(['## Plan # B', '## C (current stage)']);
  });
});
