import { parseArgs } from 'node:util';
import { concurrency } from './concurrency.ts';
import { disk } from './disk.ts';
import { halts } from './halts.ts';
import { input } from './input.ts';
import { inputHttp } from './input-http.ts';
import { inputStdio } from './input-stdio.ts';
import { kills } from './kills.ts';
import type { Outcome } from './proof.ts';
import { soak } from './soak.ts';

/** What the command line says of a run. */
interface Wish {
  readonly seed: number;
  readonly minutes: number;
}

/** True until so many minutes from now have passed. */
function untilMinutes(minutes: number): () => boolean {
  const end = performance.now() + minutes * 60_000;
  return () => performance.now() < end;
}

/** Every proof with its whole size. */
const PROOFS: ReadonlyMap<string, (wish: Wish) => Promise<Outcome>> = new Map([
  ['halts', ({ seed }: Wish) => halts({ seed, stops: 264 })],
  ['kills', ({ seed }: Wish) => kills({ seed, kills: 60 })],
  ['disk', ({ seed }: Wish) => disk({ seed, failures: 660 })],
  ['input', ({ seed }: Wish) => input({ seed, inputs: 200_000 })],
  ['input-stdio', ({ seed }: Wish) => inputStdio({ seed, inputs: 5_000 })],
  ['input-http', ({ seed }: Wish) => inputHttp({ seed, inputs: 6_000 })],
  ['concurrency', ({ seed }: Wish) => concurrency({ seed, calls: 20_000, processes: 4, clients: 50 })],
  ['soak', ({ minutes }: Wish) => soak({ goesOn: untilMinutes(minutes) })],
]);
/** How long the soak lasts within a whole run, in minutes. */
const SOAK_MINUTES = '2';
const SHOWN = 20;

/** A whole number of an option, within what a seed or a duration may be. */
function numberOf(option: string, given: string): number {
  const value = Number(given);
  if (!Number.isInteger(value) || value < 1) throw new Error(`--${option} wants a whole number from 1`);
  return value;
}

function say(name: string, { facts, violations }: Outcome, startedMs: number): void {
  const seconds = ((performance.now() - startedMs) / 1000).toFixed(1);
  console.log(`${violations.length === 0 ? 'holds ' : 'BROKEN'} ${name} (${seconds} s)`);
  for (const [fact, value] of Object.entries(facts)) console.log(`       ${fact}: ${value}`);
  for (const line of violations.slice(0, SHOWN)) console.log(`     ! ${line}`);
  if (violations.length > SHOWN) console.log(`     ! and ${violations.length - SHOWN} more`);
}

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      seed: { type: 'string', default: String(1 + (Date.now() % 1_000_000)) },
      minutes: { type: 'string', default: SOAK_MINUTES },
    },
  });
  const unknown = positionals.find((name) => !PROOFS.has(name));
  if (unknown !== undefined)
    throw new Error(`no proof is named ${unknown}; there are: ${[...PROOFS.keys()].join(', ')}`);
  const wish = { seed: numberOf('seed', values.seed), minutes: numberOf('minutes', values.minutes) };
  console.log(`seed ${wish.seed}`);
  for (const [name, proof] of PROOFS) {
    if (positionals.length > 0 && !positionals.includes(name)) continue;
    const started = performance.now();
    const outcome = await proof(wish);
    say(name, outcome, started);
    if (outcome.violations.length > 0) process.exitCode = 1;
  }
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
