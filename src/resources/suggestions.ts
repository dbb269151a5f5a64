import type { SessionStore } from '../store/ports.ts';

/** The questions of so many of the newest sessions are searched for words. */
const SEARCHED = 200;

const lower = (text: string) => text.toLowerCase();

/** The names that begin with the value, in their order. */
export function suggestNames(names: readonly string[], value: string): string[] {
  return names.filter((name) => lower(name).startsWith(lower(value)));
}

/** A list with commas between its names, its last one completed by names that are not in it yet. */
export function suggestList(names: readonly string[], value: string): string[] {
  const [, before = '', begun = ''] = /^(.*,\s*)?(.*)$/su.exec(value) ?? [];
  const used = before.split(',').map((name) => lower(name.trim()));
  const left = names.filter((name) => !used.includes(lower(name)));
  return suggestNames(left, begun).map((name) => `${before}${name}`);
}

/**
 * Ids of sessions that are not archived, newest first: those that begin with the value, then those of whose question every word of
 * the value is a part.
 */
export async function suggestSessions(
  store: Pick<SessionStore, 'ids' | 'list'>,
  value: string,
): Promise<string[]> {
  const named = suggestNames(await store.ids('listed'), value.trim());
  const words = lower(value).split(/\s+/u).filter(Boolean);
  if (words.length === 0) return named;
  const query = { limit: SEARCHED, cursor: null, status: null, protocol: null, project: null };
  const { sessions } = await store.list(query);
  const asking = sessions.filter(({ question }) => words.every((word) => lower(question).includes(word)));
  return [...new Set([...named, ...asking.map(({ id }) => id)])];
}
