import { isStale } from '../../core/time.ts';
import type { SessionStore } from '../../store/ports.ts';
import { type Check, ok, warning } from './finding.ts';

const MOST_NAMED = 5;
const PAGE = 200;

/** The ids of the sessions that lists show and that fit, newest first. */
async function idsOf(store: SessionStore, fits: (updatedAt: string) => boolean): Promise<string[]> {
  const found: string[] = [];
  for (let cursor: string | null = null, more = true; more; more = cursor !== null) {
    const page = await store.list({ limit: PAGE, cursor, status: null, protocol: null, project: null });
    found.push(...page.sessions.filter(({ updated_at }) => fits(updated_at)).map(({ id }) => id));
    cursor = page.next_cursor;
  }
  return found;
}

/** Whether sessions lie there that nobody has changed for longer than the operator thinks fit. */
export const sessionAge: Check = {
  name: 'age',
  look: async ({ desk: { world } }) => {
    const { age_days: days } = (await world.config()).limits;
    if (days === 0) return [];
    const now = world.now();
    const ids = await idsOf(world.store, (time) => isStale(time, now, days));
    const named = `${ids.slice(0, MOST_NAMED).join(' ')}${ids.length > MOST_NAMED ? ' …' : ''}`;
    if (ids.length === 0) return [ok(`every session has changed within ${days} days`)];
    return [
      warning(
        `${ids.length} sessions have not changed for more than ${days} days: ${named}`,
        'Put away what is done with: deep-think-mcp sessions archive ID... Nothing is removed by itself.',
      ),
    ];
  },
};
