import { flat } from '../core/text.ts';
import { forPerson } from './person-words.ts';

type Reply = Readonly<Record<string, unknown>>;

/** What a row holds besides the place. */
const COMMON = new Set([
  'session_id',
  'question',
  'protocol',
  'status',
  'project',
  'snippet',
  'other_places',
]);

/** A reply of `search_sessions` for a person: the message, then three lines for each session. */
export function searchLines({ message, results }: Reply): string[] {
  const rows = Array.isArray(results) ? (results as readonly Reply[]) : [];
  return [forPerson(message), ...rows.flatMap(rowLines)].map(flat);
}

function rowLines(row: Reply): string[] {
  const place = Object.entries(row).filter(([key]) => !COMMON.has(key));
  const where = place.map(([key, value]) => `${key} ${value}`).join(', ');
  return [
    '',
    `${row.session_id}  ${row.question}`,
    ...(where === '' ? [] : [`  ${where}`]),
    `  ${row.snippet}`,
  ];
}
