import { describe, expect, it, vi } from 'vitest';
import { connectHttp } from '../support/daemon.ts';
import { answered, gate, smallDaemon } from '../support/small-daemon.ts';

const URI = 'deep-think://sessions/abcd2345';

/** A daemon whose only resource changes when the test says so. */
async function watchedDaemon() {
  const ended = gate();
  const stop = vi.fn(ended.open);
  let tell = () => {};
  const { daemon, url } = await smallDaemon(async () => answered({}), {
    watch: async (_, onChange) => {
      tell = onChange;
      return { stop };
    },
  });
  return { daemon, url, stop, ended: ended.passed, tell: () => tell() };
}

describe('a subscription over HTTP', () => {
  it('ends with the session of its client', async () => {
    const { url, stop, ended } = await watchedDaemon();
    const { client, transport } = await connectHttp(url);
    await client.subscribeResource({ uri: URI });
    expect(stop).not.toHaveBeenCalled();
    await transport.terminateSession();
    await ended;
    expect(stop).toHaveBeenCalledTimes(1);
  });

  it('ends with the daemon, and what changes then harms nobody', async () => {
    const { daemon, url, stop, ended, tell } = await watchedDaemon();
    const { client } = await connectHttp(url);
    await client.subscribeResource({ uri: URI });
    await daemon.stop();
    await ended;
    tell();
    expect(stop).toHaveBeenCalledTimes(1);
  });
});
