import { describe, expect, it } from 'vitest';
import { bearerOf, tokenCheck } from '../../src/http/bearer.ts';

const TOKEN = 'abcDEF0123456789._~+/=-';
const bringsToken = tokenCheck(TOKEN);

describe('a header with the token', () => {
  it.each([`Bearer ${TOKEN}`, `bearer  ${TOKEN} `])('lets %j in', (header) => {
    expect(bringsToken(header)).toBe(true);
  });

  it.each([
    undefined,
    '',
    'Bearer',
    'Bearer ',
    TOKEN,
    `Basic ${TOKEN}`,
    `Bearer ${TOKEN}x`,
    `Bearer ${TOKEN.slice(1)}`,
    `Bearer ${TOKEN.toLowerCase()}`,
    `Bearer ${TOKEN}, Bearer x`,
  ])('keeps %j out', (header) => {
    expect(bringsToken(header)).toBe(false);
  });

  it('is read without its scheme', () => {
    expect(bearerOf('Bearer abc')).toBe('abc');
  });
});
