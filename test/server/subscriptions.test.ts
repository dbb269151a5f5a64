import { describe, expect, it, vi } from 'vitest';
import { createSubscriptions } from '../../src/server/subscriptions.ts';

type Watching = Parameters<typeof createSubscriptions>[0];

/** Subscriptions over this watch, and what they tell. */
function bench(watch: Watching) {
  const heard: string[] = [];
  return { heard, ...createSubscriptions(watch, (uri) => heard.push(uri)) };
}

describe('subscriptions', () => {
  it('to one URI are one, and tell that URI', async () => {
    const stop = vi.fn();
    const watch = vi.fn<Watching>(async (_, onChange) => {
      onChange();
      return { stop };
    });
    const { add, remove, heard } = bench(watch);
    await Promise.all([add('a'), add('a')]);
    expect(watch).toHaveBeenCalledTimes(1);
    expect(heard).toEqual(['a']);
    remove('a');
    await vi.waitFor(() => expect(stop).toHaveBeenCalledTimes(1));
    await add('a');
    expect(watch).toHaveBeenCalledTimes(2);
  });

  it('that are refused can be tried again', async () => {
    const watch = vi.fn<Watching>(async () => ({ stop: () => undefined }));
    watch.mockResolvedValueOnce({ problem: 'not_there', message: 'No.' });
    const { add } = bench(watch);
    expect(await add('a')).toHaveProperty('problem', 'not_there');
    expect(await add('a')).not.toHaveProperty('problem');
  });

  it('end with their client, those under way too', async () => {
    const stop = vi.fn();
    const { add, close } = bench(async () => ({ stop }));
    await add('a');
    const late = add('b');
    close();
    await late;
    await vi.waitFor(() => expect(stop).toHaveBeenCalledTimes(2));
  });

  it('are at most 256 for one client', async () => {
    const { add, remove } = bench(async () => ({ stop: () => undefined }));
    for (let at = 0; at < 256; at += 1) expect(await add(`${at}`)).not.toHaveProperty('problem');
    expect(await add('one more')).toMatchObject({ problem: 'bad_request' });
    remove('7');
    expect(await add('one more')).not.toHaveProperty('problem');
  });
});
