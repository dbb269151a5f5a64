import { entries, paragraph, type StageStory } from '../story-shape.ts';

const draft = paragraph(`
  Flaky tests are a known problem everywhere. Studies show that most flakiness comes from bad waits, so we can
  expect the same. Large companies live with flaky tests and simply rerun them. In our case four of five red
  runs pass on a rerun, which proves that 80 % of our failures are noise. A handful of tests always cause most
  of the trouble; that is the usual 80/20 pattern. End-to-end tests rarely find real defects, because unit
  tests have found them before. Fixing a flaky test takes about half a day, so twenty of them take ten days.
  All this suggests that the damage sits in few places and that a short push will remove it.
`);

const sourced = paragraph(`
  What is published: Luo and others (2014) classified 201 flaky-test fixes in Apache projects and found
  asynchronous waiting behind about 45 %, concurrency 20 %, dependence on test order 12 %. Google reported in
  2016 that almost 16 % of its tests were flaky to some degree. Both are other code bases; they give us
  suspects, not shares. What our own figures give: noise reddens four fifths of a third, 26.7 %, of all runs.
  If chance failures were independent and spread evenly over 214 tests, each test would fail about once in 690
  runs. If 20 tests caused them all, each of those would fail once in 65. Both fit everything we know. We do
  not know which holds, how often a lasting red led to a fix, or how long a repair takes. The 80/20 pattern is
  a guess.
`);

const withPeople = paragraph(`
  Published: Luo and others (2014) classified 201 flaky-test fixes in Apache projects: asynchronous waiting
  about 45 %, concurrency 20 %, test order 12 %. Those are suspects for us, not shares. Our own figures: noise
  reddens 26.7 % of all runs. Spread evenly over 214 tests, each fails by chance once in 690 runs; caused by
  20 tests, each of those once in 65. The failure log tells these worlds apart: over 200 runs the 20 culprits
  would fail about three times each, while in the even world fewer than one test in all 214 reaches three.
  Three people know more than the log. Support knows which broken journeys customers reported although the
  suite was green. Whoever runs the build machines knows whether reds cluster at busy hours. The author of a
  test knows what it protects. Until they have been asked, "rarely finds real defects" is unproven.
`);

const calibrated = paragraph(`
  Published: Luo and others (2014) classified 201 flaky-test fixes in Apache projects: asynchronous waiting
  about 45 %, concurrency 20 %, test order 12 %. Those are suspects for us, not shares. Our own figures: about
  27 % of all runs are red and pass on a rerun. Treat that as an upper bound of noise, because a race in the
  product also passes on a rerun and is still a defect. If the failures are independent, an even spread means
  one chance failure per test in 690 runs, and 20 culprits mean one in 65 each. Two hundred logged runs should
  tell these apart: about three failures per culprit, against fewer than one test in 214 that reaches three.
  If reds cluster in time, neither holds and the environment is the suspect. To ask before deciding: support
  (which broken journeys slipped through), the owner of the build machines (busy hours), each test's author
  (what it protects). Effort: one afternoon for the log, one hour for each talk.
`);

export const research: StageStory = {
  stage: 'Research',
  draft,
  tags: ['evidence'],
  rounds: [
    {
      lens: 'weak_evidence',
      critique: entries(`
        Claim: "a handful of tests always cause most of the trouble"
        Missing: any count from our own log; a rule of thumb stands in.
        Would settle it: failures per test over the last 200 runs.
        Claim: "Studies show that most flakiness comes from bad waits"
        Missing: which study, which code base, which share.
        Would settle it: the paper, and our own reds sorted by cause.
        Claim: "End-to-end tests rarely find real defects"
        Missing: one counted red run that led to a product fix, or none.
        Would settle it: link lasting reds to commits.
      `),
      refinement: sourced,
      challenged: ['Our failures follow an 80/20 pattern.', 'Findings of other companies hold for us.'],
      scores: {
        correctness: '7/10',
        evidence: '7/10',
        novelty: '5/10',
        clarity: '6/10',
        bias_resistance: '6/10',
        actionability: '3/10',
        coverage: '4/10',
      },
    },
    {
      lens: 'missing_perspective',
      critique: entries(`
        Who: customer support
        Sees differently: knows which journeys broke in production while the suite was green.
        Ask or add: the last ten customer-visible breakages, and whether a test covers each.
        Who: whoever runs the build machines
        Sees differently: sees load, memory and time of day where developers see "random".
        Ask or add: do reds cluster when several runs share a machine?
        Who: the author of a test
        Sees differently: knows the incident it was written after.
        Ask or add: one line of purpose for each test.
      `),
      refinement: withPeople,
      scores: `
        - correctness: 75%
        - evidence: 75%
        - novelty: 60%
        - clarity: 65%
        - bias_resistance: 70%
        - actionability: 60%
        - coverage: 65%`,
    },
    {
      lens: 'overconfidence',
      critique: entries(`
        Claim: "noise reddens 26.7 % of all runs"
        Too sure because: passing on a rerun does not make a failure noise; a race in the product passes too.
        Calibrated: at most about 27 % of runs are red by noise.
        Claim: "The failure log tells these worlds apart"
        Too sure because: the arithmetic needs independent failures, and shared machines break that.
        Calibrated: it should, unless reds cluster in time, which itself points to the environment.
      `),
      refinement: calibrated,
      challenged: ['A failure that passes on a rerun is noise.'],
      scores:
        'correctness = 0.85; evidence = 0.8; novelty = 0.65; clarity = 0.7; bias_resistance = 0.85; actionability = 0.7; coverage = 0.7',
    },
  ],
  stopsBy: 'max_rounds',
  committedRound: 2,
};
