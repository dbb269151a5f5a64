/**
 * A text of `length` characters out of `letters` by chance. It tells things apart and is no secret: loading
 * node:crypto for it would take a tenth of the time of a first call.
 */
export function randomText(length: number, letters: string): string {
  return Array.from({ length }, () => letters.charAt(Math.floor(Math.random() * letters.length))).join('');
}

/** `length` hexadecimal digits by chance. */
export const randomHex = (length: number) => randomText(length, '0123456789abcdef');
