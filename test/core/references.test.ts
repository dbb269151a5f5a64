import { describe, expect, it } from 'vitest';
import { referencesIn } from '../../src/core/references.ts';

const section = (...lines: readonly string[]) => ['Summary', '## References', ...lines].join('\n');

describe('addresses in findings', () => {
  it.each([
    ['see https://a.dev/x.', 'https://a.dev/x'],
    ['see https://a.dev/x, then', 'https://a.dev/x'],
    ['(https://a.dev/x)', 'https://a.dev/x'],
    ['[link](https://a.dev/x).', 'https://a.dev/x'],
    ['<https://a.dev/x>', 'https://a.dev/x'],
    ['`https://a.dev/x`', 'https://a.dev/x'],
    ['"https://a.dev/x"', 'https://a.dev/x'],
    ['**https://a.dev/x**', 'https://a.dev/x'],
    [
      'https://en.wikipedia.org/wiki/Tree_(graph_theory)',
      'https://en.wikipedia.org/wiki/Tree_(graph_theory)',
    ],
    [
      '(https://en.wikipedia.org/wiki/Tree_(graph_theory))',
      'https://en.wikipedia.org/wiki/Tree_(graph_theory)',
    ],
    ['HTTPS://A.dev/x', 'HTTPS://A.dev/x'],
    ['https://a.dev/?q=[1]&r=2#top', 'https://a.dev/?q=[1]&r=2#top'],
    ['https://a.dev/wiki/Foo_', 'https://a.dev/wiki/Foo_'],
  ])('%s', (text, address) => {
    expect(referencesIn(text)).toEqual([address]);
  });

  it('need something behind the slashes', () => {
    expect(referencesIn('http:// and https://) and ftp://a.dev/x')).toEqual([]);
  });
});

describe('paths of a References section', () => {
  it.each([
    ['- src/a.ts', 'src/a.ts'],
    ['- src/a.tsx', 'src/a.tsx'],
    ['- b.json: the settings', 'b.json'],
    ['- c.mdx', 'c.mdx'],
    ['* src/a.py', 'src/a.py'],
    ['+ src/a.py', 'src/a.py'],
    ['-   src/a.go', 'src/a.go'],
    ['  - src/a.go', 'src/a.go'],
    ['- `src/a.rs`', 'src/a.rs'],
    ['- `src/a.rs` the parser', 'src/a.rs'],
    ['- [parser](src/a.rs)', 'src/a.rs'],
    ['- src/f.js:42', 'src/f.js:42'],
    ['- src/f.js:42-50 loop', 'src/f.js:42-50'],
    ['- ./a/b.test.ts', './a/b.test.ts'],
    ['- docs/größe.md', 'docs/größe.md'],
    ['- src/a.ts.', 'src/a.ts'],
  ])('%s', (line, path) => {
    expect(referencesIn(section(line))).toEqual([path]);
  });

  it.each(['- no path here', '- Makefile', 'src/a.ts', '- ...', '- version 1.2'])('not %s', (line) => {
    expect(referencesIn(section(line))).toEqual([]);
  });

  it.each(['## References', '## references ', '## References:', '### References', '## References\r'])(
    'begin at %j',
    (heading) => {
      expect(referencesIn(`Text\n${heading}\n- a.ts\r\n- b.ts`)).toEqual(['a.ts', 'b.ts']);
    },
  );

  it('end at the next heading, and a section may come twice', () => {
    const text = '## References\n- a.ts\n## Risks\n- b.ts\n## References\n- c.ts';
    expect(referencesIn(text)).toEqual(['a.ts', 'c.ts']);
  });

  it('come after the addresses, each once', () => {
    const text = section('- a.ts', '- https://a.dev/x.ts', '- a.ts', '- https://a.dev/x.ts');
    expect(referencesIn(text)).toEqual(['https://a.dev/x.ts', 'a.ts']);
  });
});
