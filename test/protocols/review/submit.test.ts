import { describe, expect, it } from 'vitest';
import {
  assumed,
  attacks,
  causes,
  played,
  points,
  refusalOf,
  reviewOf,
  submitted,
  textAt,
} from '../../support/review-bench.ts';

const lines = (text: string) => text.split('\n').filter((line) => line.startsWith('- '));
const advocate = () => reviewOf('devils_advocate');
const good = attacks(3)[0] ?? {};
const rebuttal = (index: unknown, more: object = {}) => ({
  index,
  verdict: 'refuted',
  justification: 'Measured twice under full load, and it was otherwise.',
  ...more,
});

describe('a submission', () => {
  it('stores nothing when one item is wrong, and names every problem in the order of items and fields', () => {
    const sent = [{ text: 'x', category: 'Evidence', severity: '3' }, good, 'text', { severity: 6 }];
    expect(lines(refusalOf(advocate(), sent))).toEqual([
      expect.stringMatching(/^- item 0: "text" must be .*at least 30 characters; it has 1$/),
      expect.stringMatching(/^- item 0: "category" must be one of evidence, .*scope; it is "Evidence"$/),
      expect.stringMatching(/^- item 0: "severity" must be a whole number from 1 to 5; it is "3"$/),
      expect.stringMatching(/^- item 2: must be an object/),
      expect.stringMatching(/^- item 3: "text" .*it is missing$/),
      expect.stringMatching(/^- item 3: "category" .*it is missing$/),
      expect.stringMatching(/^- item 3: "severity" .*it is 6$/),
    ]);
  });

  it.each([[null], [undefined], [[]], ['none'], ['[]'], [7], [true], ['']])(
    'of %j is no list of items',
    (items) => {
      expect(refusalOf(advocate(), items)).toMatch(/"items" must be a list with at least one object/);
    },
  );

  it('may be one object, or JSON text of it or of a list', () => {
    for (const items of [
      good,
      JSON.stringify(good),
      JSON.stringify([good]),
      `\`\`\`json\n[${JSON.stringify(good)},]\n\`\`\``,
    ])
      expect(submitted(advocate(), items)).toMatchObject({ result: { status: 'in_progress', accepted: 1 } });
  });

  it('counts code points of the trimmed text, and stores that', () => {
    const session = reviewOf('assumptions');
    const item = (text: string) => [{ text, load_bearing: false, evidence: 'none' }];
    expect(refusalOf(session, item('🌳'.repeat(19)))).toContain('it has 19');
    expect(played(session, item(`\n ${'🌳'.repeat(20)}\u00a0`)).phases.assumptions).toEqual(
      item('🌳'.repeat(20)),
    );
  });

  it('takes 3.0 for 3 and no text, truth or fraction for a number', () => {
    for (const severity of ['3', true, 2.5, null, [3]])
      expect(refusalOf(advocate(), [{ ...good, severity }])).toContain('"severity"');
    expect(
      played(advocate(), JSON.stringify([good]).replace(':3}', ':3.0}')).phases.counterarguments,
    ).toHaveLength(1);
  });

  it('drops unknown fields and is not misled by inherited ones', () => {
    const item = JSON.parse(
      `{"__proto__": {"text": "${textAt(0)}"}, "category": "scope", "severity": 1, "mood": "bad"}`,
    );
    expect(lines(refusalOf(advocate(), [item]))).toEqual([expect.stringContaining('"text"')]);
    const stored = played(advocate(), [{ ...good, mood: 'bad' }]).phases.counterarguments;
    expect(stored).toEqual([good]);
  });

  it('refuses a text above the limit and a phase above 500 items', () => {
    expect(refusalOf(advocate(), [{ ...good, text: 'x'.repeat(4001) }])).toContain(
      '4001 bytes; the limit is 4000',
    );
    expect(
      refusalOf(
        advocate(),
        Array.from({ length: 501 }, () => good),
      ),
    ).toContain('the most is 500');
  });

  it('reports flags that are no booleans', () => {
    const sent = [{ text: textAt(0), load_bearing: 'true', evidence: 'none' }];
    expect(refusalOf(reviewOf('assumptions'), sent)).toContain('"load_bearing" must be true or false');
  });

  it('takes exactly one horizon', () => {
    const session = reviewOf('premortem');
    const text = refusalOf(session, [{ horizon: '1 year' }, 5, {}]);
    expect(lines(text).map((line) => line.slice(0, 20))).toEqual([
      '- item 0: this phase',
      '- item 1: must be an',
      '- item 2: this phase',
    ]);
    expect(played(session, { horizon: ' 1 year ' }).phases.setup).toEqual([{ horizon: '1 year' }]);
  });
});

describe('an index', () => {
  const open = () => played(advocate(), attacks(3, 2, 4, 5));

  it.each([['0'], [null], [undefined], [true], [1.5], [[0]]])('of %j is no number', (index) => {
    expect(refusalOf(open(), [rebuttal(index)])).toMatch(/item 0: "index" must be a whole number/);
  });

  it.each([1, 4, -1, 99])('of %d is no pending target', (index) => {
    expect(refusalOf(open(), [rebuttal(index)])).toContain(
      `"index" ${index} is no pending target; pending: 0, 2, 3`,
    );
  });

  it('is taken by the call as soon as it is good, even where its item fails', () => {
    const sent = [
      rebuttal(0, { verdict: 'maybe' }),
      rebuttal(0),
      rebuttal(1),
      rebuttal(2),
      rebuttal(3),
      rebuttal(7),
    ];
    expect(lines(refusalOf(open(), sent))).toEqual([
      expect.stringContaining('item 0: "verdict"'),
      expect.stringContaining('item 1: "index" 0 occurs twice'),
      expect.stringContaining('item 2: "index" 1 is no pending target; pending: 0, 2, 3'),
      expect.stringContaining('item 5: "index" 7 is no pending target; pending: 0, 2, 3'),
    ]);
  });

  it('is answered once', () => {
    expect(refusalOf(played(open(), [rebuttal(2)]), [rebuttal(2)])).toContain(
      '"index" 2 is answered already',
    );
  });

  it('counts targets over all batches, in the order of submission', () => {
    const [first, ...rest] = attacks(1, 5, 3);
    const session = played(advocate(), [first], rest);
    expect(submitted(session, [rebuttal(1)])).toMatchObject({
      result: {
        status: 'in_progress',
        missing: [expect.stringMatching(/^rebuttal for index 2: "Nobody|^rebuttal for index 2: "The vendor/)],
      },
    });
  });
});

describe('a phase', () => {
  it('says what it lacks, the count before the categories', () => {
    const same = attacks(1, 1).map((each) => ({ ...each, category: 'scope' }));
    expect(submitted(advocate(), same)).toMatchObject({
      result: {
        phase: 'counterarguments',
        accepted: 2,
        items_in_phase: 2,
        missing: ['at least 3 items (have 2)', 'at least 2 different values of category (have 1: scope)'],
      },
    });
  });

  it('closes with its last item and hands out the next one with the targets by index', () => {
    expect(submitted(reviewOf('premortem'), [{ horizon: '1 year' }])).toMatchObject({
      result: { status: 'phase_complete', completed_phase: 'setup', next_phase: { phase: 'failure_causes' } },
    });
    const session = played(reviewOf('premortem'), [{ horizon: '1 year' }]);
    expect(submitted(session, causes([1, 1], [3, 3], [2, 4], [5, 5]))).toMatchObject({
      result: {
        next_phase: {
          phase: 'mitigations',
          targets: [
            { index: 1, likelihood: 3, impact: 3, score: 9, text: textAt(1) },
            { index: 3, likelihood: 5, impact: 5, score: 25, text: textAt(3) },
          ],
        },
      },
    });
  });

  it.each([
    ['rebuttals', () => advocate(), attacks(2, 2, 1)],
    [
      'mitigations',
      () => played(reviewOf('premortem'), { horizon: 'May' }),
      causes([2, 4], [4, 2], [1, 5], [1, 1]),
    ],
    [
      'tests',
      () => reviewOf('assumptions'),
      assumed([true, 'verified'], [false, 'none'], [false, 'partial'], [false, 'none']),
    ],
  ] as const)('%s is skipped without targets, and the answer says so', (phase, make, items) => {
    const called = submitted(make(), items);
    expect(called).toMatchObject({
      result: {
        status: 'complete',
        skipped_phases: [phase],
        message: expect.stringContaining(`Phase ${phase} was skipped`),
      },
      session: { completed_at: '2026-01-01T00:00:09.000Z' },
    });
  });

  it('takes nothing after the end, nor when the review is closed', () => {
    const complete = played(advocate(), attacks(1, 1, 1));
    expect(refusalOf(complete, [good])).toContain('Call get_verdict');
    expect(refusalOf({ ...advocate(), status: 'abandoned', abandon_reason: 'no time' }, [])).toContain(
      'no time',
    );
    expect(refusalOf({ ...advocate(), status: 'finalized' }, [good])).toContain('reopen: true');
    expect(refusalOf({ ...advocate(), status: 'archived' }, [good])).toContain('archived');
  });

  it('warns of texts that are padded or nearly repeat another, and takes them', () => {
    const padded = { ...good, text: 'x'.repeat(30) };
    const called = submitted(reviewOf('steelman'), [...points(1), ...points(1), padded]);
    expect(called).toMatchObject({
      result: {
        status: 'phase_complete',
        warnings: [
          'strongest_case 1 nearly repeats 0: similarity 1 of their three-character pieces, at least 0.8',
          expect.stringMatching(/^strongest_case 2 looks padded: variety 0\.04 .* below 0\.5$/),
        ],
      },
    });
  });
});
