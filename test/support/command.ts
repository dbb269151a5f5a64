import { execFile } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { MAIN } from './server-process.ts';

/** How a command ended and what it said. */
export interface Ran {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** The environment of a user whose home folder is `user` and whose data lies in `data` below it. */
export function userEnvironment(user: string): NodeJS.ProcessEnv {
  const movable = { XDG_CONFIG_HOME: '', CLAUDE_CONFIG_DIR: '', CODEX_HOME: '', npm_config_cache: '' };
  return { ...process.env, ...movable, HOME: user, USERPROFILE: user, DEEP_THINK_HOME: join(user, 'data') };
}

/** Runs the built program for that user, in the home folder. */
export function runCommand(user: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<Ran> {
  return new Promise((resolve) => {
    mkdirSync(user, { recursive: true });
    const options = { cwd: user, env: { ...userEnvironment(user), ...env } };
    execFile(process.execPath, [MAIN, ...args], options, (error, stdout, stderr) =>
      resolve({ code: error === null ? 0 : Number(error.code), stdout, stderr }),
    );
  });
}
