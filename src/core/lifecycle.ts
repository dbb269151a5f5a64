import type { SessionDocument } from './session.ts';
import { instant } from './time.ts';

/**
 * Whether the person has already answered the question that `finalize_session` puts: a move or a
 * `keep_here` at or after `finalized_at`; any at all when that time is unknown.
 */
export function placeDecided(session: SessionDocument): boolean {
  const times = [
    ...session.move_history.map((move) => move.timestamp),
    ...session.decisions.filter((each) => each.action === 'keep_here').map((each) => each.timestamp),
  ];
  const since = session.finalized_at;
  return since === null ? times.length > 0 : times.some((time) => instant(time) >= instant(since));
}
