import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { connect } from '../support/client.ts';
import { runCommand, userEnvironment } from '../support/command.ts';
import { MAIN } from '../support/server-process.ts';
import { tempHome } from '../support/temp-home.ts';

async function userWithSession() {
  const user = tempHome();
  mkdirSync(user, { recursive: true });
  const { call } = await connect({ home: join(user, 'data') });
  const { session_id } = await call('start_session', { question: 'Which\tway?', mode: 'serial' });
  return { user, id: String(session_id) };
}

const has = (shell: string) => spawnSync(shell, ['-c', 'exit 0']).status === 0;

/** Runs a shell with a program named deep-think-mcp on its path. */
function inShell(shell: string, user: string, script: string): string {
  const bin = join(user, 'bin');
  mkdirSync(bin, { recursive: true });
  const program = `#!/bin/sh\nexec "${process.execPath}" "${MAIN}" "$@"\n`;
  writeFileSync(join(bin, 'deep-think-mcp'), program, { mode: 0o755 });
  const env = { ...userEnvironment(user), PATH: `${bin}:${process.env.PATH}` };
  return execFileSync(shell, ['-c', script], { env, encoding: 'utf8' });
}

const bashOf = (line: string) => `
  eval "$(deep-think-mcp complete bash)"
  COMP_WORDS=(${line}); COMP_CWORD=$(( \${#COMP_WORDS[@]} - 1 ))
  _deep_think_mcp deep-think-mcp
  printf '%s\\n' "\${COMPREPLY[@]}"`;

describe('complete', () => {
  it('prints a script for each shell that it knows, and refuses others', async () => {
    const user = tempHome();
    for (const shell of ['bash', 'zsh', 'fish']) {
      const { code, stdout } = await runCommand(user, ['complete', shell]);
      expect([code, stdout.includes('complete-words')]).toEqual([0, true]);
    }
    const other = await runCommand(user, ['complete', 'tcsh']);
    expect([other.code, other.stdout]).toEqual([2, '']);
  });

  it('offers the ids of sessions with their questions, one a line', async () => {
    const { user, id } = await userWithSession();
    const { stdout } = await runCommand(user, ['complete-words', '--', 'show', id.slice(0, 2)]);
    expect(stdout).toBe(`${id}\tWhich way?\n`);
    expect((await runCommand(user, ['complete-words', '--', 'run', '--session', '+'])).stdout).toBe('');
  });

  it('keeps silent about a data folder that cannot be used', async () => {
    const env = { DEEP_THINK_HOME: 'relative' };
    expect(await runCommand(tempHome(), ['complete-words', '--', 'show', ''], env)).toEqual({
      code: 0,
      stdout: '',
      stderr: '',
    });
  });

  it.skipIf(!has('bash'))('works in bash', async () => {
    const { user, id } = await userWithSession();
    expect(inShell('bash', user, bashOf("deep-think-mcp sessions ''"))).toBe(
      'list\nshow\narchive\nrestore\ngc\n',
    );
    expect(inShell('bash', user, bashOf(`deep-think-mcp sessions show ${id.slice(0, 3)}`))).toBe(`${id}\n`);
    expect(inShell('bash', user, bashOf('deep-think-mcp setup --dry'))).toBe('--dry-run\n');
  });

  it.skipIf(!has('fish'))('works in fish', async () => {
    const { user, id } = await userWithSession();
    const script = `deep-think-mcp complete fish | source; complete -C 'deep-think-mcp show ${id.slice(0, 3)}'`;
    expect(inShell('fish', user, script)).toContain(id);
  });

  it.skipIf(!has('zsh'))('is a script that zsh can read', () => {
    const user = tempHome();
    const script = 'compdef() { :; }; eval "$(deep-think-mcp complete zsh)"; whence -w _deep_think_mcp';
    expect(inShell('zsh', user, script)).toContain('function');
  });
});
