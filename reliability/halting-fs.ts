import { type FsLayer, realFs } from '../src/store/fs-layer.ts';
import { StoreFault } from '../src/store/ports.ts';

/** Thrown in place of everything that a stopped process would have done; a fault, so that nobody logs a defect. */
export class Halt extends StoreFault {
  constructor() {
    super('storage_unavailable', 'the process has stopped');
  }
}

/** Where a process stops: before a system call, after it, or in the midst of what it writes. */
export type Moment = 'before' | 'after' | 'midway';

/** The real file system of a process that stops at one call and does nothing from there on. */
export interface HaltingFs {
  readonly fs: FsLayer;
  /** How many calls were made so far. */
  readonly calls: () => number;
  readonly halted: () => boolean;
}

/** Stops at the call number `at`, counted from 0. A descriptor is still closed, as the system would. */
export function haltingFs(at: number, moment: Moment): HaltingFs {
  let made = 0;
  let halted = false;
  const halt = (): never => {
    halted = true;
    throw new Halt();
  };
  const call = (name: keyof FsLayer, args: readonly unknown[]): unknown => {
    // The layer is called with the arguments that it was given, whichever method it is.
    const real = realFs[name] as (...args: readonly unknown[]) => unknown;
    if (halted) return name === 'close' ? real(...args) : halt();
    const isLast = made === at;
    made += 1;
    if (!isLast) return real(...args);
    if (moment === 'midway' && name === 'write') writeHalf(args);
    if (name === 'close' || moment === 'after') real(...args);
    return halt();
  };
  const methods = Object.keys(realFs).map((name) => [
    name,
    (...args: readonly unknown[]) => call(name as keyof FsLayer, args),
  ]);
  return { fs: Object.fromEntries(methods) as unknown as FsLayer, calls: () => made, halted: () => halted };
}

function writeHalf([fd, bytes, offset]: readonly unknown[]): void {
  if (typeof fd !== 'number' || !(bytes instanceof Uint8Array) || typeof offset !== 'number') return;
  realFs.write(fd, bytes.subarray(0, offset + Math.ceil((bytes.length - offset) / 2)), offset);
}
