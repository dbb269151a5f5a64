import { describe, expect, it } from 'vitest';
import { candidatesFor } from '../../../src/cli/completion/candidates.ts';
import { bareTable } from '../cli-page.ts';

/** The names that may come instead of the last word. */
function names(...words: readonly string[]): readonly string[] | string {
  const found = candidatesFor(bareTable(), words);
  return found === 'sessions' ? found : found.map(({ name }) => name);
}

describe('what may come next on the line', () => {
  it('is a command, without the hidden one', () => {
    expect(names('se')).toEqual(['serve', 'setup', 'search', 'sessions']);
    expect(names('')).not.toContain('complete-words');
  });

  it('is a flag of the command, and at first one of the server', () => {
    expect(names('setup', '--d')).toEqual(['--dry-run']);
    expect(names('--tool')).toEqual(['--toolsets', '--tools']);
  });

  it('is a command below another, and its flags', () => {
    expect(names('sessions', '')).toEqual(['list', 'show', 'archive', 'restore', 'gc']);
    expect(names('sessions', 'gc', '--older')).toEqual(['--older-than']);
  });

  it('is a client, a shell or a format where one belongs', () => {
    expect(names('setup', 'cl')).toEqual(['claude-desktop', 'claude-code', 'cline']);
    expect(names('complete', '')).toEqual(['bash', 'zsh', 'fish']);
    expect(names('show', 'abc', '--format', 'm')).toEqual(['md', 'mermaid']);
    expect(names('setup', 'cursor', '--scope', '')).toEqual(['user', 'project']);
  });

  it('is a session where an id belongs', () => {
    for (const words of [
      ['show', ''],
      ['run', '--session', ''],
      ['sessions', 'archive', 'a', ''],
    ])
      expect(names(...words)).toBe('sessions');
  });

  it('is nothing where nothing is known: the shell then offers files', () => {
    expect(names('import', '')).toEqual([]);
    expect(names('show', 'abc', '--out', '')).toEqual([]);
    expect(names('setup', 'cursor', '')).toEqual([]);
    expect(names('nosuch', '')).not.toContain('list');
  });
});
