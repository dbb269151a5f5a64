import { StoreFault } from '../../src/store/ports.ts';

/** The fault that a call must end with. */
export async function faultOf(call: Promise<unknown>): Promise<StoreFault> {
  const error = await call.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (!(error instanceof StoreFault)) throw new Error(`no store fault but ${String(error)}`);
  return error;
}
