import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** A clock of a server that stands still until the test moves it; loaded before the server by `env`. */
export interface ServerClock {
  readonly env: Readonly<Record<string, string>>;
  advance(ms: number): void;
}

/** A clock beside the data root, at `start` ms since the epoch. */
export function serverClock(home: string, start: number): ServerClock {
  const [script, time] = ['clock.mjs', 'time.txt'].map((name) => join(dirname(home), name));
  if (script === undefined || time === undefined) throw new Error(home);
  writeFileSync(time, String(start));
  writeFileSync(
    script,
    `import { readFileSync } from 'node:fs';\nDate.now = () => Number(readFileSync(${JSON.stringify(time)}, 'utf8'));\n`,
  );
  return {
    env: { NODE_OPTIONS: `--import=${pathToFileURL(script).href}` },
    advance: (ms) => writeFileSync(time, String(Number(readFileSync(time, 'utf8')) + ms)),
  };
}
