import { nearest } from '../core/nearest.ts';
import type { Refusal } from '../kit/outcome.ts';
import type { Step } from '../kit/step.ts';
import type { World } from '../kit/tool.ts';
import type { SessionSummary } from '../store/ports.ts';
import { refuseNotFound } from './wording.ts';

const RECENT = 3;
/** So many of the newest are looked at, since some may be damaged. */
const LOOKED_AT = 20;
const ID_LENGTH = 64;

/** Whether a listed session waits for a next step that this version can take. */
export const canGoOn = ({ fault, open, protocol }: SessionSummary, runs: World['runs']) =>
  fault === null && open && runs(protocol);

/** The newest open sessions, as a reply shows them. */
export async function newestOpen({ ports, runs }: World) {
  const page = await ports.store.list({ ...ALL_OPEN, limit: LOOKED_AT });
  return page.sessions
    .filter((each) => canGoOn(each, runs))
    .slice(0, RECENT)
    .map(({ id, question, updated_at }) => ({ session_id: id, question, updated_at }));
}

const ALL_OPEN = { cursor: null, status: 'open', protocol: null, project: null } as const;

/** The refusal of an unknown id, with the nearest known one and the newest open sessions. */
export async function notFound(id: string, world: World): Promise<Refusal & { next: Step }> {
  const requested = id.slice(0, ID_LENGTH);
  const known = await world.ports.store.ids();
  const near = nearest(known, requested);
  const refusal = refuseNotFound({ requested_id: requested });
  const facts = {
    ...refusal.facts,
    ...(near === undefined ? {} : { nearest_id: near }),
    open_sessions: await newestOpen(world),
  };
  const { list, start, resume } = world.remedies;
  const next = near === undefined ? (known.length === 0 ? start : list) : resume(near);
  return { ...refusal, facts, next };
}
