import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export type Fields = Readonly<Record<string, unknown>>;

/** One recorded step: a tool call, or an operation beside the tools (`op`). */
export interface RecordedStep {
  readonly case: string;
  readonly step: number;
  readonly tool?: string;
  readonly args?: Fields;
  readonly op?: RecordedOperation;
  readonly output: Fields;
  /** Tool names that the worded fields have to contain. */
  readonly mentions?: readonly string[];
}

/** A file operation, or a direct call of a function of the original (`fn`). */
export interface RecordedOperation {
  readonly op: 'mkdir' | 'read_session' | 'read_index' | 'write' | 'call';
  readonly fn?: string;
  readonly args?: readonly unknown[];
  /** What `write` puts where; `${HOME}` stands for the data folder. */
  readonly path?: string;
  readonly text?: string;
}

/** A recorded case: what was done with one fresh data folder. */
export interface RecordedCase {
  readonly name: string;
  readonly steps: readonly RecordedStep[];
}

export const fixtureFolder = join(import.meta.dirname, '..', 'fixtures', 'recordings');

/** The recordings of the original deep-think server, case by case in file order. */
export function readRecordings(file: string): readonly RecordedCase[] {
  const cases = new Map<string, RecordedStep[]>();
  for (const line of readFileSync(join(fixtureFolder, file), 'utf8').split('\n')) {
    if (line === '') continue;
    // The shape of the fixture's lines; a call that the original answered with a raw error has no output.
    const read = JSON.parse(line) as RecordedStep & { readonly error_kind?: string };
    const step = read.error_kind === undefined ? read : { ...read, output: { raises: read.error_kind } };
    const steps = cases.get(step.case) ?? [];
    cases.set(step.case, steps);
    if (step.step !== undefined) steps.push(step);
  }
  return [...cases].map(([name, steps]) => ({ name, steps }));
}

/** Whether a value is an object with fields. */
export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
