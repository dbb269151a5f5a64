import { type FsLayer, realFs } from '../../src/store/fs-layer.ts';

/** A system error as Node throws it. */
export function systemError(code: string): Error {
  return Object.assign(new Error(`${code}: made to fail, call`), { code });
}

/** The real file system, which records its calls and fails those that `fails` picks. */
export interface FailingFs extends FsLayer {
  readonly calls: string[];
  /** Decides before each call; `at` counts the calls since the last `reset`, from 0. */
  fails: (name: string, at: number, args: readonly unknown[]) => string | null;
  reset(): void;
}

/** `base` does the work of the calls that do not fail. */
export function createFailingFs(base: FsLayer = realFs): FailingFs {
  const calls: string[] = [];
  const never: FailingFs['fails'] = () => null;
  const before = (name: string, args: readonly unknown[]) => {
    const code = layer.fails(name, calls.length, args);
    calls.push(name);
    if (code !== null) throw systemError(code);
  };
  const guard =
    <A extends unknown[], R>(name: string, call: (...args: A) => R) =>
    (...args: A): R => {
      before(name, args);
      return call(...args);
    };
  const layer: FailingFs = {
    calls,
    fails: never,
    reset: () => {
      calls.length = 0;
      layer.fails = never;
    },
    open: guard('open', base.open),
    write: guard('write', base.write),
    read: guard('read', base.read),
    fsync: guard('fsync', base.fsync),
    fdatasync: guard('fdatasync', base.fdatasync),
    truncate: guard('truncate', base.truncate),
    // A failed close still gives the descriptor back, as on a real system.
    close: (fd) => {
      base.close(fd);
      before('close', [fd]);
    },
    rename: guard('rename', base.rename),
    link: guard('link', base.link),
    unlink: guard('unlink', base.unlink),
    mkdir: guard('mkdir', base.mkdir),
    readdir: guard('readdir', base.readdir),
    stat: guard('stat', base.stat),
    fstat: guard('fstat', base.fstat),
    readFile: guard('readFile', base.readFile),
    realpath: guard('realpath', base.realpath),
    touch: guard('touch', base.touch),
    checkWritable: guard('checkWritable', base.checkWritable),
    watch: guard('watch', base.watch),
    sleep: () => undefined,
  };
  return layer;
}
