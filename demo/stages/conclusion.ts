import { edited, entries, paragraph, type StageStory } from '../story-shape.ts';

const draft = paragraph(`
  Do not choose one of the three. Shrink the gate to about 35 journeys this week, run the rest at night, and
  give two engineers two weeks to repair what the log points to. Let parked tests return after 200 clean passes
  and delete the rest after 90 days. This costs 160 hours instead of 1,040 and needs no quarter of work. Deleting
  everything throws away protection, and a quarter of fixing is for people who like tests more than products.
  The team gets most of its 36 hours a week back within a month, releases become faster, and a red run means
  something again.
`);

const decided = paragraph(`
  None of the three as posed: shrink the gate now, repair for two weeks, delete by date. This week: support and
  the engineers on call name about 35 journeys that block a release, roughly 6 minutes; the other 179 run at
  night, five times each, and block nothing. Weeks 1 and 2: two engineers read 200 runs of the log. Few
  culprits: repair those. Even spread or clusters: repair waits, data and machines. From week 3: a parked test
  returns after 200 clean passes; after 90 days it is deleted unless its author names the incident behind it.
  The best objection: a defect in one of the 179 now ships by day. Conceded. The night run finds it within a day,
  so releases keep a one-command way back, and each escape puts its test into the gate. Cost: 160 hours, repaid
  in 4.4 to 8.9 weeks. Stop rule: if after four weeks more than 10 % of gate runs are red by noise, a longer
  repair is justified, with evidence. The team will recover at least half of its 36 hours.
`);

export const conclusion: StageStory = {
  stage: 'Conclusion',
  draft,
  tags: ['decision'],
  rounds: [
    {
      lens: 'steel_man',
      critique: entries(`
        Counter-case: You are removing 179 of 214 checks from the release path because they are annoying. Your
        noise estimate comes from reruns, which hide exactly the races that hurt customers. The first escaped
        billing defect will cost more than the 160 hours you saved, and nobody rebuilds the net. A funded
        quarter leaves us a suite that works.
        Addressed: no; the draft mocks the quarter instead of answering it.
        Still open: how fast an escape is noticed and undone, and what would show that the longer repair is due.
      `),
      refinement: decided,
      challenged: ['A smaller gate has no price.', 'A quarter of fixing can never be right.'],
      scores: {
        Correctness: 0.85,
        Evidence: 0.75,
        Novelty: 0.75,
        Clarity: 0.8,
        'Bias Resistance': 0.8,
        Actionability: 0.9,
        Coverage: 0.85,
      },
    },
    {
      lens: 'overconfidence',
      critique: entries(`
        Claim: "The team will recover at least half of its 36 hours."
        Too sure because: nobody has measured how the 3 hours split into waiting, searching and restarting, and
        only the first two shrink with the gate.
        Calibrated: half is the planning figure; ask all twelve again in week 5. The other forecasts carry a
        range or a stop rule and can stand.
      `),
      refinement: edited(
        decided,
        'The team will recover at least half of its 36 hours.',
        'The team should recover about half of its 36 hours; ask again in week 5.',
      ),
      scores: {
        correctness: 90,
        evidence: 80,
        novelty: 75,
        clarity: 85,
        bias_resistance: 90,
        actionability: 90,
        coverage: 85,
      },
    },
  ],
  stopsBy: 'fixed_point',
  committedRound: 1,
};
