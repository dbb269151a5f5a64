import { onTestFinished } from 'vitest';
import { createDaemon, type DaemonParts } from '../../src/http/daemon.ts';
import { allowanceFor } from '../../src/http/guard.ts';
import { LIMITS, type Limits } from '../../src/http/limits.ts';
import type { Line, Result } from '../../src/server/result.ts';
import { createSubscriptions } from '../../src/server/subscriptions.ts';

/** How the one tool of a small daemon answers. */
export type Answering = (raw: Readonly<Record<string, unknown>>, line: Line) => Promise<Result>;

export const answered = (reply: Result['reply']): Result => ({ reply, isError: false });

interface SmallOptions {
  readonly limits?: Partial<Limits>;
  readonly messageBytes?: number;
  readonly token?: string;
  readonly way?: DaemonParts['way'];
  /** How a subscription is begun. */
  readonly watch?: Parameters<typeof createSubscriptions>[0];
}

/** A daemon in this process whose only tool, `work`, does what the test wants. */
export async function smallDaemon(answering: Answering, options: SmallOptions = {}) {
  const { limits = {}, messageBytes = 1024 * 1024, token = null } = options;
  const { way = { transport: 'streamable-http', path: '/mcp', stateless: false } } = options;
  const unused = () => Promise.reject(new Error('nothing asks for this'));
  const { watch = unused } = options;
  const tool = {
    name: 'work',
    title: 'Work',
    description: 'Works.',
    inputSchema: { type: 'object' as const, properties: {}, required: [] },
    annotations: {},
  };
  const daemon = createDaemon({
    served: {
      dispatcher: {
        call: (_, raw, line) => answering(raw, line ?? { signal: new AbortController().signal }),
      },
      library: {
        prompt: unused,
        complete: unused,
        resources: unused,
        read: unused,
        subscriptions: (tell) => createSubscriptions(watch, tell),
      },
      // Only its name counts here.
      listed: [tool as unknown as DaemonParts['served']['listed'][number]],
    },
    version: '0.0.0',
    limits: { ...LIMITS, ...limits },
    messageBytes,
    allowance: allowanceFor('127.0.0.1', []),
    token,
    way,
  });
  const port = await daemon.listen('127.0.0.1', 0);
  onTestFinished(() => daemon.stop());
  return { daemon, port, url: `http://127.0.0.1:${port}/mcp`, base: `http://127.0.0.1:${port}` };
}

/** A promise with its end in the hands of the test. */
export function gate(): { readonly passed: Promise<void>; readonly open: () => void } {
  let open = () => {};
  const passed = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { passed, open };
}
