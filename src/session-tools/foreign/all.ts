import type { Table } from '../../core/portable-record.ts';
import { adoptInvestigation } from './investigation.ts';
import { adoptReview } from './review.ts';

/** The servers whose records are taken over; those of the first reasoning server need no adopter. */
const ADOPTERS = [adoptReview, adoptInvestigation];

/** The record in the shape of an export of ours; as it is when no other server is known to write such. */
export function adoptForeign(table: Table): Table {
  for (const adopt of ADOPTERS) {
    const adopted = adopt(table);
    if (adopted !== null) return adopted;
  }
  return table;
}
