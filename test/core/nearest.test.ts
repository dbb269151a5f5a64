import { describe, expect, it } from 'vitest';
import { nearest } from '../../src/core/nearest.ts';

describe('the nearest name', () => {
  it.each([
    ['shwo', 'show'],
    ['serch', 'search'],
    ['next_actoin', 'next_action'],
    ['markdwon', 'markdown'],
    ['dt', 'dot'],
  ])('is found for a few typing errors: %s', (wanted, name) => {
    expect(nearest(['mcp', 'dot', 'show', 'search', 'markdown', 'next_action'], wanted)).toBe(name);
  });

  it.each(['', 'foo', 'pdf', 'xyzw'])('is none for what is another word: "%s"', (wanted) => {
    expect(nearest(['mcp', 'dot', 'show', 'run', 'json', 'html'], wanted)).toBeUndefined();
  });
});
