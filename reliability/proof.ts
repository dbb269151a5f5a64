import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { OnEnd } from '../test/support/temp-home.ts';

/** What a proof came to: what it counted, and each rule that was broken. */
export interface Outcome {
  readonly facts: Readonly<Record<string, number | string>>;
  readonly violations: readonly string[];
}

/** A folder that only this part of a proof uses, and what is to be done when that is over. */
export interface Scratch {
  readonly folder: string;
  readonly onEnd: OnEnd;
}

/** Runs `work` with a folder of its own; ends what it started and removes the folder afterwards. */
export async function withScratch<T>(work: (scratch: Scratch) => Promise<T>): Promise<T> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'deep-think-proof-')));
  const ends: (() => void)[] = [];
  try {
    return await work({ folder, onEnd: (end) => void ends.push(end) });
  } finally {
    for (const end of ends.reverse()) end();
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** Runs servers in this process without their notes to the user; only what they say of a defect is shown. */
export async function withoutNotes<T>(work: () => Promise<T>): Promise<T> {
  const { stderr } = process;
  const write = stderr.write.bind(stderr);
  // Whoever writes a note gives nothing but its text.
  stderr.write = ((text: string) => !text.includes('defect') || write(text)) as typeof stderr.write;
  try {
    return await work();
  } finally {
    stderr.write = write;
  }
}
