import type { ScoresRead } from '../core/lenient/scores.ts';
import type { Dimension } from '../core/utility.ts';
import { namesToShow } from './arguments.ts';

/** What a reply says about the reading of scores; each part only when there is something to say. */
export interface ScoreNotes {
  /** The scale that the values were converted from. */
  readonly scale?: string;
  /** The dimensions that nobody scored and that count 0.5. */
  readonly defaulted?: readonly string[];
  /** Names that are no dimension, cut for showing. */
  readonly ignored?: readonly string[];
}

/** The notes on scores that were read; `defaulted` are the dimensions that had nothing to carry. */
export function scoreNotes(read: ScoresRead, defaulted: readonly Dimension[]): ScoreNotes {
  return {
    ...(read.scale === null ? {} : { scale: read.scale }),
    ...(defaulted.length === 0 ? {} : { defaulted }),
    ...(read.ignored.length === 0 ? {} : { ignored: namesToShow(read.ignored) }),
  };
}
