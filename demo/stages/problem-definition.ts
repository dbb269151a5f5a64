import { edited, entries, paragraph, type StageStory } from '../story-shape.ts';

const draft = paragraph(`
  We have to pick one of three: delete the suite, quarantine it, or spend a quarter fixing it. The loss is
  12 engineers times 3 hours, so 36 hours a week, nearly one full salary. Over a 13-week quarter that is 468
  hours. The tests are badly written, and people have stopped trusting them. A good outcome is a suite that is
  green again, together with a modern browser framework and faster continuous integration, since both are
  overdue anyway. The decision should be made once, for the whole suite, so that the team has a clear rule and
  can stop arguing about single tests. So the question to answer is which of the three options brings back a
  green suite at the lowest price.
`);

const reframed = paragraph(`
  We pay for this suite to stop broken releases; a green light is only its signal. Today the signal is poor.
  One run in three is red, and four of five reds vanish on a rerun, so at most one run in fifteen shows
  something that lasts. A red light is right at most one time in five, and the team has learned to press
  "rerun". That costs 12 times 3, or 36 hours a week, and 468 hours in a 13-week quarter. The three options
  are not rivals: parts of the suite can be deleted, parked and repaired at the same time, test by test. Nor
  do we know that the tests are at fault; a race in the product or a slow environment looks the same. The
  question is therefore: what is the cheapest arrangement in which a red run again means "do not release",
  without losing the checks that protect customers, and on a newer browser framework?
`);

export const problemDefinition: StageStory = {
  stage: 'Problem Definition',
  draft,
  tags: ['testing', 'cost'],
  axioms: ['The suite exists to stop broken releases.'],
  rounds: [
    {
      lens: 'unstated_assumption',
      critique: entries(`
        Assumption: a green suite is the goal in itself.
        Leans on it: the success criterion and the final question.
        Test: would an empty suite, always green, satisfy us?
        Assumption: the tests cause the flakiness, not the product or the environment.
        Leans on it: "badly written", and with it every repair plan.
        Test: in ten recent reds, where was the first fault?
        Assumption: the three options exclude one another and apply to the suite as one block.
        Leans on it: "pick one of three".
        Test: could ten tests go and twenty be repaired this week?
      `),
      refinement: reframed,
      challenged: [
        'Green is the goal.',
        'The tests themselves are at fault.',
        'One option must apply to all 214 tests.',
      ],
      scores: {
        correctness: 0.75,
        evidence: 0.6,
        novelty: 0.7,
        clarity: 0.75,
        bias_resistance: 0.7,
        actionability: 0.55,
        coverage: 0.6,
      },
    },
    {
      lens: 'scope_creep',
      critique: entries(`
        Passage: "and on a newer browser framework"
        Asked / answered: asked what to do about a flaky suite; answered also which tool to write tests in.
        Cut or move: delete it. A change of framework is a project of its own, it would reset all the failure
        history we need for the diagnosis, and nobody asked for it. The rest stays on the question: cost,
        meaning of a red run, and the three options.
      `),
      refinement: edited(reframed, 'customers, and on a newer browser framework?', 'customers?'),
      scores:
        'correctness: 0.8, evidence: 0.6, novelty: 0.7, clarity: 0.85, bias_resistance: 0.75, actionability: 0.65, coverage: 0.65',
    },
  ],
  stopsBy: 'fixed_point',
  committedRound: 1,
};
