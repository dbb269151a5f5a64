import type { EffectiveValue } from '../store/config-file.ts';

/** A secret that is set: where it comes from, never what it is. */
export interface SecretOrigin {
  readonly key: string;
  readonly source: string;
}

/** Every key as one line: `table.key = value`, then where the value comes from; secrets are masked. */
export function configLines(
  values: readonly EffectiveValue[],
  secrets: readonly SecretOrigin[] = [],
): string[] {
  const lines = values.map(({ key, value, source }) => `${key} = ${shown(value)}  # ${source}`);
  return [...lines, ...secrets.map(({ key, source }) => `${key} = "***"  # ${source}`)];
}

/** A value as JSON; what stands between `//` and `@` of an address may be a password. */
export function shown(value: unknown): string {
  return JSON.stringify(value).replaceAll(/(:\/\/)[^\s"/@]*@/gu, '$1***@');
}
