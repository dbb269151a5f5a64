import { inert } from '../core/text.ts';
import type { Completion } from './assembly.ts';
import { readCompletion } from './completion.ts';
import { shownAddress } from './endpoint-address.ts';
import { type EndpointCode, type FailedAttempt, failed } from './failure.ts';
import { exchange, type HttpRequest } from './http.ts';
import { type FaultKind, httpFaultOf } from './http-fault.ts';
import { refusedAnswer, type Sent, shownWords } from './refused-answer.ts';
import { bareReply } from './reply-text.ts';
import { sayCompletion, sayFault } from './wording.ts';

const CODES: Partial<Record<FaultKind, EndpointCode>> = {
  cancelled: 'cancelled',
  timeout: 'endpoint_timeout',
  stalled: 'endpoint_timeout',
  bad_header: 'endpoint_unauthorized',
};
const LASTING: readonly FaultKind[] = ['tls', 'not_http', 'bad_header'];

/** The failure behind an error that `exchange` threw. */
export function faultOf(error: unknown, { url, timeoutMs, idleMs }: HttpRequest): FailedAttempt {
  const { kind } = httpFaultOf(error);
  const detail = sayFault[kind](shownAddress(url), kind === 'stalled' ? idleMs : timeoutMs);
  return failed(CODES[kind] ?? 'endpoint_unreachable', detail, {
    retryable: !LASTING.includes(kind),
    recovery: kind === 'reset' ? 'again' : 'none',
  });
}

export type Attempt = { readonly ok: true; readonly text: string } | FailedAttempt;

/** One request for a completion: its text without thinking and fences, or what went wrong. */
export async function attemptCompletion(request: HttpRequest, sent: Sent): Promise<Attempt> {
  try {
    return await exchange(request, async (answer) => {
      const accepted = answer.status >= 200 && answer.status < 300;
      return accepted
        ? judged(await readCompletion(answer), answer.status, sent)
        : refusedAnswer(answer, sent);
    });
  } catch (error) {
    return faultOf(error, request);
  }
}

function judged(completion: Completion, status: number, sent: Sent): Attempt {
  if (completion.unusable !== null) return unusable(completion, completion.unusable, status, sent);
  // What is committed goes into files and onto terminals.
  const { text, thought } = bareReply(inert(completion.content));
  if (text === '') {
    const detail = thought || completion.reasoned ? sayCompletion.only_thoughts : sayCompletion.empty;
    // A grammar can leave a thinking model nothing to say, so the next rung is worth a try.
    return failed('empty_completion', detail(sent.place), { recovery: sent.shaped ? 'other_rung' : 'none' });
  }
  if (completion.finish === 'length')
    return failed('truncated_completion', sayCompletion.truncated(sent.place));
  return { ok: true, text };
}

function unusable(
  completion: Completion,
  why: NonNullable<Completion['unusable']>,
  status: number,
  { place, key }: Sent,
): FailedAttempt {
  const { at } = place;
  const said = shownWords(completion.said, key);
  const malformed = (detail: string, retryable: boolean) =>
    failed('malformed_completion', detail, { retryable });
  if (why === 'broken_off')
    return failed('endpoint_error', sayCompletion.broken_off(at), { recovery: 'again' });
  if (why === 'error') return failed('endpoint_error', sayCompletion.error(at, said));
  if (why === 'html') return malformed(sayCompletion.html(at, status), false);
  if (why === 'endless') return malformed(sayCompletion.endless(at), false);
  if (why === 'no_choices') return malformed(sayCompletion.no_choices(at), true);
  return malformed(sayCompletion.not_json(at, said), true);
}
