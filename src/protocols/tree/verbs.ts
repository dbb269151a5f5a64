import { type AbsentCode, answerAbsent } from './absent.ts';
import type { Called } from './called.ts';
import { commit } from './commit.ts';
import { finish } from './finish.ts';
import type { TreeCall } from './input.ts';
import { next } from './next.ts';
import { propose } from './propose.ts';
import { reclassify } from './reclassify.ts';
import { fitted } from './reply-size.ts';
import type { TreeSession } from './state.ts';
import { status } from './status.ts';
import { step } from './step.ts';

/**
 * The answer to a call on an investigation; `session` is there when something has to be stored. `now` is in ms,
 * `most` the longest result in characters of JSON.
 */
export function callTree(session: TreeSession, call: TreeCall, now: number, most?: number): Called<object> {
  const called = dispatched(session, call, now);
  return { ...called, result: fitted(called.result, most) };
}

/** The answer to a call whose session does not exist or cannot be read. */
export function callWithout(call: TreeCall, code: AbsentCode): object {
  return fitted(answerAbsent(call, code));
}

function dispatched(session: TreeSession, call: TreeCall, now: number): Called<object> {
  switch (call.tool) {
    case 'tot_propose':
      return propose(session, call.input, now);
    case 'tot_commit':
      return commit(session, call.input, now);
    case 'tot_end':
      return finish(session, call.input, now);
    case 'tot_status':
      return status(session);
    case 'tot_reclassify':
      return reclassify(session, call.input);
    case 'tot_next':
      return next(session, call.input);
    case 'tot_step':
      return step(session, call.input, now);
  }
}
