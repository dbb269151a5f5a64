import { entries, paragraph, type StageStory } from '../story-shape.ts';

const draft = paragraph(`
  Deleting the suite saves 36 hours a week at once and costs nothing. Quarantine keeps the tests but nobody
  looks at quarantined tests, so it is deletion with a delay. Fixing everything for a quarter with two
  engineers costs 26 engineer-weeks, or 1,040 hours, which takes 29 weeks to pay back even if every lost hour
  comes back. Rerunning failed tests automatically is free and makes the suite green tomorrow. The worst tests
  cause the noise, so removing the worst 20 will solve it. By cost alone, automatic reruns win, deletion comes
  second, and the quarter of fixing is plainly the most expensive choice.
`);

const priced = paragraph(`
  Take the two worlds in turn. If 20 tests cause the noise, parking those 20 ends almost all of it; if it is
  spread evenly, parking 20 of 214 only lowers noisy reds from 26.7 % to 24.5 % of runs. A remedy for culprits
  is useless there. Size works in both worlds: evenly spread, a blocking set of 35 tests is red by chance in
  4.9 % of runs without one repair, and takes about 6 minutes, not 38. Prices: two engineers for two weeks are
  160 hours, paid back in 4.4 weeks if all 36 weekly hours return and in 8.9 if half do. Two engineers for a
  quarter are 1,040 hours: 29 weeks at best. Automatic reruns cost little, yet hide every race in the product
  for good. Deleting everything saves 36 hours a week and leaves the price of one escaped checkout defect
  unknown.
`);

const conditional = paragraph(`
  If about 20 tests cause the noise, parking them ends most of it; if it is spread evenly, parking 20 of 214
  only moves noisy reds from 26.7 % to 24.5 % of runs. Shrinking the blocking set helps in both worlds: under an
  even spread, 35 tests are red by chance in about 5 % of runs, in about 6 minutes. That figure assumes
  independent failures and average tests; long checkout journeys may be flakier than average, so expect 5 to
  10 % at first and measure. Prices: two engineers for two weeks are 160 hours, paid back in 4.4 weeks at full
  recovery and 8.9 at half. A quarter of the same two is 1,040 hours and 29 weeks at best, so it loses unless
  the short effort fails. Automatic reruns are cheap and hide product races; usable only if each rerun is
  logged. Full deletion is right only if the lasting reds, at most one run in fifteen, never led to a fix.
`);

const crowded = paragraph(`
  If about 20 tests cause the noise, parking them ends most of it; spread evenly, parking 20 of 214 only moves
  noisy reds from 26.7 % to 24.5 % of runs. Shrinking the blocking set to 35 tests leads to about 5 % in the
  even world, perhaps 10 % at first. Two engineers for two weeks are 160 hours, paid back in 4.4 to 8.9 weeks; a
  quarter is 1,040 hours and 29 weeks. On-call engineers lose a net at night, product managers lose a release
  argument, new colleagues lose the tests as documentation, auditors may ask for evidence of checks, and
  customers on old browsers are affected first. Each of these could be given a veto, a weight or a workshop,
  and their losses could be priced before a decision is made. Automatic reruns hide product races.
`);

export const analysis: StageStory = {
  stage: 'Analysis',
  draft,
  tags: ['trade-off'],
  axioms: ['Hours of engineers are the scarce resource.'],
  rounds: [
    {
      lens: 'weak_evidence',
      critique: entries(`
        Claim: "removing the worst 20 will solve it"
        Missing: the distribution of failures, still unknown; the claim is true in one world only.
        Would settle it: compute the effect under both distributions, then look at the log.
        Claim: "costs nothing", said of deletion
        Missing: the price of defects that now escape.
        Would settle it: count lasting reds that led to a fix.
        Claim: "nobody looks at quarantined tests"
        Missing: any case of ours; an expiry date changes it.
        Would settle it: a rule with a deadline, tried for a month.
      `),
      refinement: priced,
      challenged: ['Deletion costs nothing.', 'Removing the worst 20 helps in any case.'],
      scores: {
        correctness: 8,
        evidence: 7,
        novelty: 7,
        clarity: 7,
        bias_resistance: 7,
        actionability: 7,
        coverage: 7,
      },
    },
    {
      lens: 'overconfidence',
      critique: entries(`
        Claim: "red by chance in 4.9 % of runs without one repair"
        Too sure because: it supposes independent failures and that the chosen 35 are average tests.
        Calibrated: about 5 % under an even spread, 5 to 10 % to be expected at first.
        Claim: "hide every race in the product for good"
        Too sure because: a rerun that is logged hides nothing from whoever reads the log.
        Calibrated: reruns hide races unless each one is recorded and reviewed.
      `),
      refinement: conditional,
      scores: {
        correctness: '85%',
        evidence: '75%',
        novelty: '70%',
        clarity: '70%',
        bias_resistance: '80%',
        actionability: '70%',
        coverage: '70%',
      },
    },
    {
      lens: 'missing_perspective',
      critique: entries(`
        Who: the engineer on call
        Sees differently: gets the night call that a deleted test would have prevented.
        Ask or add: which tests would they refuse to lose?
        Who: new colleagues
        Sees differently: read the tests to learn how the product behaves.
        Ask or add: keep parked tests readable in the repository.
        Who: auditors, if we have any
        Sees differently: want proof that releases were checked.
        Ask or add: whether a written rule is enough.
      `),
      refinement: crowded,
      scores:
        'correctness: 0.8, evidence: 0.7, novelty: 0.7, clarity: 0.6, bias_resistance: 0.8, actionability: 0.6, coverage: 0.8',
    },
  ],
  stopsBy: 'diminishing_returns',
  committedRound: 1,
};
