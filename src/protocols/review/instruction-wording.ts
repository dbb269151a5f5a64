import type { Item, PhaseName } from './state.ts';

/** What a phase tells the one who works it. */
interface PhaseWords {
  readonly goal: string;
  /** What each field of an item means. */
  readonly fields: Readonly<Record<string, string>>;
  /** `count` is how many targets wait. */
  readonly rules: (count: number) => readonly string[];
  /** An item that would be taken, but for its index. */
  readonly example: Item;
  /** What one item is called. */
  readonly noun: string;
}

const oneEach = (noun: string, count: number) =>
  `Exactly one ${noun} for each index in targets: ${count} ${count === 1 ? 'is' : 'are'} pending.`;
const INDEX = 'the index of the target that this answers';

/** The goal, the rules and an example of every phase. */
export const phaseWords: Readonly<Record<PhaseName, PhaseWords>> = {
  counterarguments: {
    goal: 'Attack the claim. Write the strongest and most specific objections that a serious opponent would raise; no straw men.',
    fields: {
      text: 'one objection with its reason, specific to this claim',
      category: 'the side it comes from, see category_meanings',
      severity: '1 = a detail, 3 = a real problem, 5 = kills the claim if true',
    },
    rules: () => [
      'Send at least 3 counterarguments in one call: the phase closes as soon as it has enough.',
      'Use at least 2 different categories.',
      'Each one with severity 3 or more has to be rebutted in the next phase. Grade honestly.',
    ],
    example: {
      text: 'Support tickets doubled the last time we changed the login, and nobody has explained why.',
      category: 'evidence',
      severity: 4,
    },
    noun: 'counterargument',
  },
  rebuttals: {
    goal: 'Answer each counterargument honestly. Admit what holds.',
    fields: {
      index: INDEX,
      verdict: 'holds = it stands, partially_holds = it stands in part, refuted = it falls',
      justification: 'why, with the fact that decides it',
    },
    rules: (count) => [
      oneEach('rebuttal', count),
      'Write holds when you have no real answer; never refuted without a refutation.',
    ],
    example: {
      verdict: 'partially_holds',
      justification: 'The doubling is real, but two thirds of the tickets came from one broken e-mail link.',
    },
    noun: 'rebuttal',
  },
  setup: {
    goal: 'Choose the time by which the plan will have failed.',
    fields: { horizon: 'a date or a span of time' },
    rules: () => ['Exactly one item, such as {"horizon": "12 months"}.'],
    example: { horizon: '12 months' },
    noun: 'horizon',
  },
  failure_causes: {
    goal: 'Look back from the horizon: it has failed. Write what caused it.',
    fields: {
      text: 'one cause, told as something that happened',
      likelihood: '1 = hardly, 5 = almost surely',
      impact: '1 = a nuisance, 5 = the end of it',
    },
    rules: () => [
      'Send at least 4 causes in one call: the phase closes as soon as it has enough.',
      'Each one with likelihood × impact of 9 or more has to be mitigated in the next phase. Grade honestly.',
    ],
    example: {
      text: 'The only engineer who knew the billing code left in the third month.',
      likelihood: 3,
      impact: 4,
    },
    noun: 'failure cause',
  },
  mitigations: {
    goal: 'Give each likely and grave cause a concrete mitigation.',
    fields: {
      index: INDEX,
      action: 'what is done, by whom or when',
      residual_risk: 'the risk that is left after it',
    },
    rules: (count) => [
      oneEach('mitigation', count),
      'Write something that can be done, no platitude; where little helps, residual_risk is high.',
    ],
    example: {
      action: 'Pair a second engineer with the billing code for two weeks before the start.',
      residual_risk: 'low',
    },
    noun: 'mitigation',
  },
  assumptions: {
    goal: 'Write down what the claim silently relies on.',
    fields: {
      text: 'one assumption, as a statement that may be false',
      load_bearing: 'true if the claim falls with it',
      evidence: 'what speaks for it now: verified, partial or none',
    },
    rules: () => [
      'Send at least 4 assumptions in one call: the phase closes as soon as it has enough.',
      'Each load-bearing one that is not verified needs a test in the next phase. Judge honestly.',
    ],
    example: {
      text: 'Most customers read the notice before the price changes.',
      load_bearing: true,
      evidence: 'none',
    },
    noun: 'assumption',
  },
  tests: {
    goal: 'Find the cheapest test that would verify or break each assumption.',
    fields: { index: INDEX, test: 'what is done and which result decides' },
    rules: (count) => [oneEach('test', count), 'A test takes hours or days rather than months.'],
    example: {
      test: 'Count in last month’s mail log how many customers opened the notice; below half it is false.',
    },
    noun: 'test',
  },
  strongest_case: {
    goal: 'Write the strongest honest case of the other side.',
    fields: { text: 'one point that the other side would endorse' },
    rules: () => [
      'Send at least 3 points in one call: the phase closes as soon as it has enough.',
      'Write each so that the other side would sign it; no weak versions.',
    ],
    example: {
      text: 'The old system has run for nine years with two outages, and every tool we need reads it.',
    },
    noun: 'point',
  },
  responses: {
    goal: 'Answer each point of the other side: concede it or counter it.',
    fields: {
      index: INDEX,
      stance: 'concede = it is right, counter = it is wrong or does not matter',
      text: 'why',
    },
    rules: (count) => [
      oneEach('response', count),
      'A counter is an argument, not the claim once more. Concede what is right.',
    ],
    example: {
      stance: 'counter',
      text: 'Both outages took a day to mend, since the vendor that knew the system is gone.',
    },
    noun: 'response',
  },
};

/** One gloss for each category of a counterargument. */
export const categoryMeanings = {
  evidence: 'the facts are missing, weak or against it',
  incentives: 'those who argue for it gain from it',
  base_rates: 'such plans usually end otherwise',
  alternatives: 'something else does it better or cheaper',
  second_order: 'what follows from it undoes it',
  scope: 'it does not hold where or for whom it is claimed',
};

/** The rule of a field, before what it means. */
export const ruleFormat = {
  text: (least: number) => `text, at least ${least} characters`,
  word: (allowed: readonly string[]) => `one of ${allowed.join(', ')}`,
  grade: (least: number, most: number) => `whole number from ${least} to ${most}`,
  flag: () => 'true or false',
  index: () => 'whole number',
  meaning: (format: string, meaning: string) => `${format}: ${meaning}`,
};

const ownWords = 'with your own words';

/** How many items of one's own take the place of the example, by what the phase needs. */
const ownItems = {
  one: () => ownWords,
  several: (least: number) => `with ${least} or more such items of your own`,
  each: (pending: number) =>
    pending > 1 ? `with one such item for each of the ${pending} targets` : ownWords,
};

/** The call that works the phase. */
export const howToSubmit = (f: { id: string; example: string; least: number; need: keyof typeof ownItems }) =>
  `submit {"review_id": "${f.id}", "items": [${f.example}]} ${ownItems[f.need](f.least)}`;
