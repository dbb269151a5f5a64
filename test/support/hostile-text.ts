import fc from 'fast-check';

const PIECES = [
  '<script>alert(1)</script>',
  '</style>',
  '</div></section>',
  '"><img src=x onerror=alert(1)>',
  "' onload='x",
  '[a](javascript:alert(1))',
  '[b](data:text/html,x)',
  '[c](https://example.org/?a=1&b="2")',
  '![d](https://example.org/p.png)',
  '<https://example.org/<b>>',
  '<!-- ',
  ']]>',
  '&lt;',
  '&#x3c;script&#x3e;',
  '```',
  '````js\n',
  '~~~',
  '# a',
  '---',
  '| a | b |\n|---|---|\n| 1 | 2 |',
  '\\|',
  '|',
  '> q',
  '- x',
  '1. y',
  '\r',
  '\r\n',
  '\n\n',
  '\u0000',
  '\u001b[31m',
  '\u202e',
  '\u2028',
  '\ud800',
  '日本語のテキスト',
  '👩‍👩‍👧',
  '-->',
  '[-x-]',
  '{+y+}',
  'word ',
  '*',
  '_a_',
  '<svg/onload=1>',
];

/** Texts made of what means something in HTML, Markdown, Mermaid or DOT. */
export const hostileText: fc.Arbitrary<string> = fc
  .array(fc.oneof(fc.constantFrom(...PIECES), fc.string({ maxLength: 6, unit: 'binary' })), {
    minLength: 1,
    maxLength: 12,
  })
  .map((parts) => parts.join(''));
