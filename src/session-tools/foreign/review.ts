import { SCHEMA_VERSION } from '../../core/session.ts';
import { type Adopter, tableOf, timeOf } from './adopter.ts';

const REVIEW_ID = /^rev-[a-z0-9]{4,}$/;

/** A review as the devil's-advocate server keeps it: one file `rev-….json` with the claim and the items by phase. */
export const adoptReview: Adopter = (table) => {
  const { id, claim, mode, context, status, phases, horizon, abandon_reason } = table;
  const items = tableOf(phases);
  if (typeof id !== 'string' || !REVIEW_ID.test(id) || typeof claim !== 'string' || items === null)
    return null;
  const created_at = timeOf(table.created_at);
  const changed = timeOf(table.updated_at);
  // The horizon is an item of its phase; files may have it beside the phases only.
  const setup = typeof horizon === 'string' && items.setup === undefined ? { setup: [{ horizon }] } : {};
  const isFilled = ([, value]: [string, unknown]) => !(Array.isArray(value) && value.length === 0);
  return {
    schema_version: SCHEMA_VERSION,
    id,
    protocol: 'review',
    status: status === 'abandoned' ? 'abandoned' : 'active',
    ...(created_at === undefined ? {} : { created_at }),
    question: claim,
    mode,
    context: context ?? '',
    phases: Object.fromEntries(Object.entries({ ...setup, ...items }).filter(isFilled)),
    completed_at: status === 'complete' ? (changed ?? created_at ?? null) : null,
    abandon_reason: abandon_reason === '' ? null : (abandon_reason ?? null),
  };
};
