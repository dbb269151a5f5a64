import { edited, entries, paragraph, type StageStory } from '../story-shape.ts';

const draft = paragraph(`
  The pieces fit together as one plan instead of three options. Make a small set of tests blocking and move
  the rest to a nightly run that blocks nothing. Look at the failure log to see whether few tests or the whole
  environment cause the noise, and repair accordingly for two weeks. Tests that stay red at night are deleted
  after some time. This uses quarantine as the first step, fixing as the second and deletion as the third, each
  where it pays. The platform team decides which tests are blocking and when a parked test may return.
  Everybody gets their hours back, and the suite becomes trustworthy again.
`);

const owned = paragraph(`
  The three options become one sequence, and each test takes its own way through it. First the gate: about 35
  journeys, named by support and by the engineers on call, block a release; the other 179 run at night and
  block nothing. Then the diagnosis: failures per test and per hour over 200 runs. Few culprits: repair or
  delete them one by one. An even spread or clusters in time: repair what they share, the waits, the test data,
  the machines. Two engineers do that for two weeks. Then the way back: a parked test returns after 200 clean
  passes in a row; a test that fails once in 65 runs slips through only 4.5 % of the time. What has not
  returned after 90 days is deleted, unless its author names the incident it guards against. Each failure that
  passes on a rerun is filed as a possible product race. We have no platform team, so one named engineer per
  month owns the gate.
`);

export const synthesis: StageStory = {
  stage: 'Synthesis',
  draft,
  tags: ['plan'],
  rounds: [
    {
      lens: 'missing_perspective',
      critique: entries(`
        Who: support and the engineers on call
        Sees differently: they, not the test owners, know which broken journey hurts.
        Ask or add: let them name the blocking set.
        Who: the author of a parked test
        Sees differently: "some time" means silent deletion of their safety net.
        Ask or add: a measurable way back, a date, and a last word with a reason.
        Who: the person who keeps the gate
        Sees differently: twelve engineers have no platform team; without a name nobody acts.
        Ask or add: an owner for each month.
      `),
      refinement: owned,
      challenged: ['A platform team exists.', 'Test authors should choose the blocking set.'],
      scores: `correctness: 0.8
        evidence: 0.75
        novelty: 0.75
        clarity: 0.75
        bias_resistance: 0.8
        actionability: 0.8
        coverage: 0.8`,
    },
    {
      lens: 'unstated_assumption',
      critique: entries(`
        Assumption: 200 clean passes can be collected within 90 days.
        Leans on it: the whole way back, since one pass a night would take 200 nights and delete every test.
        Test: count the nights: five repeats of 179 tests take about 2.6 hours of machine time, so 200 passes
        take 40 nights. The premise holds if the night run repeats each test five times, and the draft must
        say so. The other premises that matter, an owner and a log, are spelled out.
      `),
      refinement: edited(owned, '200 clean passes in a row;', '200 clean passes in a row, five a night;'),
      scores: {
        scores:
          '**correctness**: 0.85, **evidence**: 0.75, **novelty**: 0.75, **clarity**: 0.8, **bias_resistance**: 0.8, **actionability**: 0.9, **coverage**: 0.8',
      },
    },
  ],
  stopsBy: 'fixed_point',
  committedRound: 1,
};
