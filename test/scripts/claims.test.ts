import { describe, expect, it } from 'vitest';
import { deadLinks, unknownScripts, unlisted } from '../../scripts/docs/claims.mjs';

describe('the check of the docs', () => {
  it('finds links that lead nowhere, files and anchors', () => {
    const text =
      '# The Start!\n[a](GUIDE.md) [b](../LICENSE#x) [c](https://example.org) [d](#the-start) [e](#end) [f](no.md)';
    const there = new Set(['docs/GUIDE.md', 'LICENSE']);
    expect(deadLinks({ path: 'docs/http.md', text }, (path) => there.has(path))).toEqual([
      'docs/http.md: the link to #end leads nowhere',
      'docs/http.md: the link to no.md leads nowhere',
    ]);
  });

  it('finds commands that npm does not know', () => {
    const page = { path: 'README.md', text: 'Run `npm test`, `npm run check:node` and `npm run chek`.' };
    expect(unknownScripts(page, ['test', 'check:node'])).toEqual(['README.md: npm has no script chek']);
    expect(unknownScripts(page, ['chek', 'check:node'])).toEqual(['README.md: npm has no script test']);
  });

  it('finds a name that a list leaves out, also when it is part of another name', () => {
    expect(unlisted('| `vitest` | x |\nkit/ holds', ['vitest', 'vite', 'kit/'], 'docs/a.md')).toEqual([
      'docs/a.md does not name vite',
    ]);
  });
});
