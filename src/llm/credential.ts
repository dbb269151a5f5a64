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

/** The text with every occurrence of the key masked, for servers that repeat it in their complaints. */
export function withoutKey(text: string, key: string | null): string {
  return key === null ? text : text.replaceAll(key, '***');
}
