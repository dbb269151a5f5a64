import type { Inner } from './step.ts';

/** What begins something, and what shows where something stands; every other tool goes on. */
const BEGINS = ['start_session', 'start_review', 'tot_start'];
const SHOWS = ['list_sessions', 'list_reviews', 'search_sessions', 'resume_session', 'next_action'];

function nameInSlim(tool: string): string {
  if (BEGINS.includes(tool)) return 'think';
  return SHOWS.includes(tool) ? 'next_action' : 'answer';
}

/** A sentence of the full set with the names of slim, and `field` under the name `as`. */
export function renamed(
  text: string,
  { tools }: Pick<Inner, 'tools'>,
  { field, as }: { readonly field: string; readonly as: string },
): string {
  const words = text.replaceAll(/\w+/g, (word) => (tools.includes(word) ? nameInSlim(word) : word));
  const named = words.replaceAll(/"from"|"?parent_?session_?id"?/gi, '"session_id"');
  if (field === '') return named;
  return named
    .replaceAll(`${field}: must`, `${as}: must`)
    .replaceAll(new RegExp(`\\b${field}\\b(?!:)`, 'g'), as);
}
