/** A key and the endpoints that the operator configured it for, as base URLs. */
export interface Credential {
  readonly key: string;
  readonly endpoints: readonly string[];
}

/** The key to send to this base URL: only to one of the credential's own endpoints, compared as exact trimmed text. */
export function keyFor(base: string, credential: Credential | undefined): string | null {
  const key = credential?.key.trim() ?? '';
  if (key === '') return null;
  const trusted = credential?.endpoints.some((each) => each.trim() === base.trim()) ?? false;
  return trusted ? key : null;
}

/** Characters of a key that give away nothing yet. */
const HARMLESS = 3;

/**
 * The text with every occurrence of the key masked, for servers that repeat it in their complaints; also the
 * beginning of one that a cut left at the end.
 */
export function withoutKey(text: string, key: string | null): string {
  if (key === null) return text;
  const masked = text.replaceAll(key, '***');
  for (let length = key.length - 1; length > HARMLESS; length -= 1)
    if (masked.endsWith(key.slice(0, length))) return `${masked.slice(0, -length)}***`;
  return masked;
}
