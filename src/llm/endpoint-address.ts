const COMPLETIONS = '/chat/completions';

/**
 * The address of a resource below a base URL, or null when the base is no http or https URL. Slashes at the end and
 * a `/chat/completions` that is already there are tolerated; an address without a scheme counts as http.
 */
export function endpointAddress(base: string, resource: 'chat/completions' | 'models'): URL | null {
  const written = base.trim();
  const absolute = written.includes('://') ? written : `http://${written}`;
  if (!URL.canParse(absolute)) return null;
  const url = new URL(absolute);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return null;
  url.pathname = `${bareBase(url.pathname)}/${resource}`;
  return url;
}

function bareBase(path: string): string {
  const bare = withoutSlashes(path);
  return bare.endsWith(COMPLETIONS) ? withoutSlashes(bare.slice(0, -COMPLETIONS.length)) : bare;
}

function withoutSlashes(path: string): string {
  let end = path.length;
  while (path[end - 1] === '/') end -= 1;
  return path.slice(0, end);
}

/** An address for the eyes: no user, password or query, any of which may be a secret. */
export function shownAddress(url: URL): string {
  return `${url.origin}${url.pathname}`;
}
