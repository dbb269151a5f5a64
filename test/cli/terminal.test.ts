import { describe, expect, it } from 'vitest';
import { painted, tableLines } from '../../src/cli/terminal.ts';

const PIPE = { isTerminal: false, colours: false };
const PLAIN = { isTerminal: true, colours: false };
const ROWS = [
  ['a', 'one\ntwo'],
  ['longer', 'x'.repeat(100)],
];

describe('a table', () => {
  it('has tabs and no names in a pipe, and each row is one line', () => {
    expect(tableLines(['id', 'text'], ROWS, PIPE)).toEqual(['a\tone two', `longer\t${'x'.repeat(100)}`]);
  });

  it('has columns below their names on a terminal, and cuts what is too long', () => {
    const lines = tableLines(['id', 'text'], ROWS, PLAIN);
    expect(lines[0]).toBe('id      text');
    expect(lines[1]).toBe('a       one two');
    expect(lines[2]).toHaveLength(8 + 60);
    expect(lines[2]?.endsWith('…')).toBe(true);
  });

  it('takes no escapes from what it shows', () => {
    expect(tableLines(['id'], [['\u001b[31mred']], PLAIN)[1]).toBe(' [31mred');
  });
});

describe('a colour', () => {
  it('is there only where colours are', () => {
    expect(painted('ok', 'green', PLAIN)).toBe('ok');
    expect(painted('ok', 'green', { isTerminal: true, colours: true })).toBe('\u001b[32mok\u001b[0m');
  });
});
