import { describe, expect, it } from 'vitest';
import { inLanes } from '../../../vendor/necort/lanes.ts';

describe('lanes', () => {
  it('start nothing under a signal that is aborted already', async () => {
    const started: number[] = [];
    const works = [1, 2].map((each) => async () => started.push(each));
    await expect(inLanes(works, 2, AbortSignal.abort(new Error('too late')))).rejects.toThrow('too late');
    expect(started).toEqual([]);
  });

  it('end when a piece aborts everything before it waits', async () => {
    const stop = new AbortController();
    const work = () => {
      stop.abort(new Error('enough'));
      return new Promise<never>(() => undefined);
    };
    await expect(inLanes([work], 1, stop.signal)).rejects.toThrow('enough');
  });

  it('have nothing to do for no work', async () => {
    expect(await inLanes([], 3, new AbortController().signal)).toEqual([]);
  });
});
