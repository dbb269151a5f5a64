import { describe, expect, it } from 'vitest';
import { createEventLog } from '../../src/http/event-log.ts';

const message = (id: number, text = '') => ({ jsonrpc: '2.0' as const, id, result: { text } });

describe('the latest messages to a client', () => {
  it('come again from the last one on that it has, those of the same stream only', async () => {
    const log = createEventLog();
    const first = await log.storeEvent('a', message(1));
    await log.storeEvent('b', message(2));
    const third = await log.storeEvent('a', message(3));
    const sent: string[] = [];
    await log.replayEventsAfter(first, { send: async (id) => void sent.push(id) });
    expect(sent).toEqual([third]);
    expect(await log.getStreamIdForEventId?.(third)).toBe('a');
  });

  it('are bounded in number and in size, and the newest stays at any size', async () => {
    const log = createEventLog();
    const first = await log.storeEvent('a', message(0));
    for (let id = 1; id <= 64; id += 1) await log.storeEvent('a', message(id));
    expect(await log.getStreamIdForEventId?.(first)).toBeUndefined();
    const large = await log.storeEvent('a', message(99, 'x'.repeat(1024 * 1024)));
    expect(await log.getStreamIdForEventId?.('65')).toBeUndefined();
    expect(await log.getStreamIdForEventId?.(large)).toBe('a');
  });
});
