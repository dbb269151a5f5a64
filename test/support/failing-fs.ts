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

export function createFailingFs(): FailingFs {
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
    open: guard('open', realFs.open),
    write: guard('write', realFs.write),
    fsync: guard('fsync', realFs.fsync),
    // A failed close still gives the descriptor back, as on a real system.
    close: (fd) => {
      realFs.close(fd);
      before('close', [fd]);
    },
    rename: guard('rename', realFs.rename),
    link: guard('link', realFs.link),
    unlink: guard('unlink', realFs.unlink),
    mkdir: guard('mkdir', realFs.mkdir),
    readdir: guard('readdir', realFs.readdir),
    stat: guard('stat', realFs.stat),
    readFile: guard('readFile', realFs.readFile),
    realpath: guard('realpath', realFs.realpath),
    checkWritable: guard('checkWritable', realFs.checkWritable),
    sleep: () => undefined,
  };
  return layer;
}
