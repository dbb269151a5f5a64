import { expect, it } from 'vitest';
import { randomHex, randomText } from '../../src/store/chance.ts';

it('makes texts of the length and the letters that were asked for, each of its own', () => {
  const texts = Array.from({ length: 200 }, () => randomText(12, 'abcdef'));
  for (const text of texts) expect(text).toMatch(/^[a-f]{12}$/);
  expect(new Set(texts).size).toBe(200);
  expect(new Set(texts.join('')).size).toBe(6);
  expect(randomHex(16)).toMatch(/^[0-9a-f]{16}$/);
});
