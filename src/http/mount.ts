/** Paths that are not free for the protocol. */
export const HEALTH = '/health';
export const METRICS = '/metrics';
const TAKEN: readonly string[] = [HEALTH, METRICS];

const withoutSlash = (path: string) => path.replace(/(?<=[^/])\/$/, '');

/** The path under which the protocol is served, without a slash at the end; null for one that cannot be. */
export function readMount(text: string): string | null {
  const path = withoutSlash(text.trim());
  const names = path.slice(1).split('/');
  if (path !== '/' && !/^(?:\/[A-Za-z0-9._~-]+)+$/.test(path)) return null;
  return names.some((name) => /^\.+$/.test(name)) || TAKEN.includes(path) ? null : path;
}

/** The path of a request target as it was sent, without its query and one slash at the end; null for other forms. */
export function pathOf(target: string | undefined): string | null {
  if (target === undefined || !target.startsWith('/')) return null;
  const [path = ''] = target.split('?');
  return withoutSlash(path);
}

/** One value of the query of a request target, or null. */
export function queryValue(target: string | undefined, name: string): string | null {
  const at = target?.indexOf('?') ?? -1;
  return at < 0 ? null : new URLSearchParams(target?.slice(at)).get(name);
}
