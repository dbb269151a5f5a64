import { readdirSync, readFileSync } from 'node:fs';
import { parse } from 'smol-toml';
import { describe, expect, it } from 'vitest';

const root = new URL('../../', import.meta.url);
const folder = new URL('lenses/', root);
const names = readdirSync(folder)
  .filter((file) => file.endsWith('.md'))
  .map((file) => file.slice(0, -'.md'.length))
  .sort();
const textOf = (name: string) => readFileSync(new URL(`${name}.md`, folder), 'utf8');
const linesOf = (name: string) => textOf(name).trimEnd().split('\n');

const STANDING = [
  'Use this lens only. Do not rewrite the draft.',
  'Answer in the language of the question.',
  'Look for:',
];

/** Everything a lens says in words of its own: its lines and sentences, without marks, headings and labels. */
function sentencesOf(name: string): string[] {
  return linesOf(name)
    .filter((line) => !STANDING.includes(line) && !line.startsWith('None found:'))
    .flatMap((line) => line.split(/(?<=[.?!:])\s+/))
    .map((sentence) => sentence.replace(/^[-#\s]+/, '').toLowerCase())
    .filter((sentence) => sentence.split(/\s+/).length >= 4);
}

const shippedOrder = (() => {
  const config = parse(readFileSync(new URL('config/default.toml', root), 'utf8'));
  return (config.serial as { default_lenses: string[] }).default_lenses;
})();

describe('the bundled lens texts', () => {
  it('are exactly the eight that the shipped rotation names', () => {
    expect(names).toHaveLength(8);
    expect(names).toEqual([...shippedOrder].sort());
  });

  it.each(names)('%s stays short enough for a small model', (name) => {
    const words = textOf(name).trim().split(/\s+/).length;
    expect(words).toBeGreaterThan(80);
    expect(words).toBeLessThanOrEqual(200);
  });

  it.each(names)('%s speaks of the draft above', (name) => {
    expect(textOf(name)).toContain('the draft above');
  });

  it.each(names)('%s offers a one-line answer for nothing found', (name) => {
    expect(linesOf(name).filter((line) => /^None found: <reason.*>$/.test(line))).toHaveLength(1);
  });

  it.each(names)('%s asks for three labelled one-line fields per finding', (name) => {
    const request = linesOf(name).findIndex((line) => /\bwrite\b.*:$/i.test(line));
    const fields = linesOf(name).slice(request + 1, request + 5);
    expect(request).toBeGreaterThan(0);
    expect(fields.slice(0, 3).every((line) => /^[A-Z][a-z/ -]+: \S/.test(line))).toBe(true);
    expect(fields[3]).toBe('');
  });

  it.each(names)('%s forbids the rewrite and ends with the language of the answer', (name) => {
    expect(linesOf(name).slice(-2)).toEqual(STANDING.slice(0, 2));
  });

  it.each(names)('%s shares no sentence with another lens', (name) => {
    const others = new Set(names.filter((other) => other !== name).flatMap(sentencesOf));
    expect(sentencesOf(name).length).toBeGreaterThan(5);
    expect(sentencesOf(name).filter((sentence) => others.has(sentence))).toEqual([]);
  });
});
