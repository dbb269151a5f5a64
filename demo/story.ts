import { analysis } from './stages/analysis.ts';
import { conclusion } from './stages/conclusion.ts';
import { problemDefinition } from './stages/problem-definition.ts';
import { research } from './stages/research.ts';
import { synthesis } from './stages/synthesis.ts';
import type { StageStory } from './story-shape.ts';

/** The question with every fact that is given; all figures in the story follow from these. */
export const QUESTION = [
  'Our 12 engineers each lose about 3 hours a week to a flaky end-to-end suite: 214 browser tests, 38 minutes',
  'a run. One run in three is red, and four red runs in five turn green when only the failed tests are run',
  'again. Should we delete the suite, quarantine it, or spend a quarter fixing it?',
].join(' ');

/** One thought for each of the five default stages, in their order. */
export const STORY: readonly StageStory[] = [problemDefinition, research, analysis, synthesis, conclusion];
