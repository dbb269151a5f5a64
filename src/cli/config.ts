import type { EffectiveValue } from '../store/config-file.ts';

/** Every key as one line: `table.key = value`, then where the value comes from. */
export function configLines(values: readonly EffectiveValue[]): string[] {
  return values.map(({ key, value, source }) => `${key} = ${JSON.stringify(value)}  # ${source}`);
}
