import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { PROJECT } from '../support/server-process.ts';

const SKILLS = join(PROJECT, 'skills');
const advertised = readFileSync(join(PROJECT, 'src', 'server', 'tools.json'), 'utf8');
const slim = readFileSync(join(PROJECT, 'src', 'slim', 'tools.ts'), 'utf8');
/** What clients and models are told besides the tools: words of replies, in the written contract. */
const contract = readdirSync(join(PROJECT, 'docs', 'contract'))
  .map((name) => readFileSync(join(PROJECT, 'docs', 'contract', name), 'utf8'))
  .join('\n');

describe.each(readdirSync(SKILLS))('the skill %s', (name) => {
  const text = readFileSync(join(SKILLS, name, 'SKILL.md'), 'utf8');

  it('begins with its name and a description of when to use it', () => {
    const [, head = ''] = /^---\n([\s\S]*?)\n---\n/.exec(text) ?? [];
    const fields = Object.fromEntries(head.split('\n').map((line) => line.split(/: (.*)/s).slice(0, 2)));
    expect(Object.keys(fields)).toEqual(['name', 'description']);
    expect(fields.name).toBe(name);
    expect(fields.description?.length).toBeLessThanOrEqual(1024);
    expect(fields.description).toMatch(/\bUse for\b.*\bNot for\b/);
  });

  it('uses only words that the tools, their arguments and their replies have', () => {
    const words = [...text.matchAll(/`([A-Za-z_]+)(?:: "(\w+)")?`/g)].flatMap(([, word, value]) =>
      [word, value].filter((each) => each !== undefined),
    );
    expect(words.length).toBeGreaterThan(10);
    const known = `${advertised}\n${slim}\n${contract}`;
    expect(words.filter((word) => !new RegExp(`\\b${word}\\b`).test(known))).toEqual([]);
  });
});
