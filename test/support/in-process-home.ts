import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import type { Dispatcher } from '../../src/server/dispatch.ts';
import type { Result } from '../../src/server/result.ts';
import { type Offer, openDispatcher, openPorts } from './in-process-server.ts';
import type { Fields } from './recordings.ts';
import { sessionsOnDisk } from './temp-home.ts';

const dispatcherOn = (root: string, offer: Offer) => openDispatcher(openPorts(root), offer);

/** A server in this process on a data root of its own. */
export class Home {
  readonly root: string;
  readonly #offer: Offer;
  #dispatcher: Dispatcher;

  constructor(offer: Offer = 'all') {
    this.#offer = offer;
    const user = mkdtempSync(join(tmpdir(), 'deep-think-walk-'));
    onTestFinished(() => rmSync(user, { recursive: true, force: true }));
    this.root = join(user, 'home');
    this.#dispatcher = dispatcherOn(this.root, this.#offer);
  }

  /** Another process on the same data. */
  restart(): void {
    this.#dispatcher = dispatcherOn(this.root, this.#offer);
  }

  /** Whatever came of a call. */
  result(tool: string, args: object): Promise<Result> {
    return this.#dispatcher.call(tool, { ...args });
  }

  /** The reply of a call that has to work. */
  async call(tool: string, args: object): Promise<Fields> {
    const { reply, isError, errorText, meta } = await this.result(tool, args);
    if (isError) throw new Error(`${tool} ${JSON.stringify(args)}: ${errorText}`);
    // What is no error is an object, beside which stands the id of a chain.
    return { ...reply, ...meta };
  }

  /** A call that is wrong in itself: it has to be refused, and nothing may change. */
  async fails(tool: string, args: object): Promise<void> {
    const before = sessionsOnDisk(this.root);
    const { reply, isError } = await this.result(tool, args);
    const refused = isError || Object(reply).status === 'REJECTED' || 'error' in Object(reply);
    expect(refused, `${tool} ${JSON.stringify(args)}`).toBe(true);
    expect(sessionsOnDisk(this.root)).toEqual(before);
  }
}
