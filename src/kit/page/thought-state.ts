import { openThought, type StagedSession, type Thought } from '../../core/staged.ts';
import type { Tone } from './page.ts';

/** Where a thought of a staged session has come to. */
export type ThoughtState = 'committed' | 'open' | 'left' | 'discarded';

/** `left` is a thought that nobody works on any more and that was never finished. */
export function thoughtState(session: StagedSession, thought: Thought): ThoughtState {
  if (thought.discarded) return 'discarded';
  if (thought.committed) return 'committed';
  return openThought(session)?.id === thought.id ? 'open' : 'left';
}

/** How each state looks. */
export const STATE_TONES: Readonly<Record<ThoughtState, Tone>> = {
  committed: 'good',
  open: 'open',
  left: 'doubt',
  discarded: 'muted',
};
