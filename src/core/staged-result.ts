import type { Handed } from './links.ts';
import type { StagedSession, Thought } from './staged.ts';

/** The thought that was committed last, or null; thoughts stand in the order of their beginning. */
export function newestCommitted({ thoughts }: StagedSession): Thought | null {
  return thoughts.findLast((each) => each.committed) ?? null;
}

/** What a session with stages came to: the text of its newest committed thought. */
export function stagedResult(session: StagedSession): string | null {
  return newestCommitted(session)?.content ?? null;
}

/** The committed thoughts, as context for another session. */
export function handedOver({ thoughts }: { readonly thoughts: readonly Thought[] }): Handed[] {
  return thoughts.filter((each) => each.committed).map(({ stage, content }) => ({ stage, content }));
}
