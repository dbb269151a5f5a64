import type { Message, NegotiationRequest } from '../../../vendor/necort/negotiation.ts';

export type CallKind = 'count' | 'answer' | 'rate' | 'remind' | 'improve';

/** What a scripted model is asked for: which kind of call, and the running number of calls of this kind, from 0. */
export interface Call {
  readonly kind: CallKind;
  readonly nth: number;
  readonly messages: readonly Message[];
}

function kindOf(messages: readonly Message[]): CallKind {
  const asked = messages.at(-1)?.content ?? '';
  if (asked.startsWith('There is no rating')) return 'remind';
  if (asked.includes('Rate this answer')) return 'rate';
  if (asked.includes('Write your answer anew')) return 'improve';
  return asked.includes('How many rounds') ? 'count' : 'answer';
}

/** A `generate` that answers by script and notes every call. */
export function scriptedModel(reply: (call: Call) => string | Promise<string>) {
  const calls: Call[] = [];
  const generate: NegotiationRequest['generate'] = async (messages) => {
    const kind = kindOf(messages);
    const call = { kind, nth: calls.filter((each) => each.kind === kind).length, messages };
    calls.push(call);
    return reply(call);
  };
  const count = (kind: CallKind) => calls.filter((each) => each.kind === kind).length;
  return { generate, calls, count };
}

/** Answers `a1, a2, …`, rewrites `b1, b2, …` and one rating for everything. */
export const agreeable = ({ kind, nth }: Call) =>
  kind === 'answer' ? `a${nth + 1}` : kind === 'improve' ? `b${nth + 1}` : kind === 'count' ? '2' : '7';

/** A request with everything a test does not care about. */
export function requestOf(given: Partial<NegotiationRequest> & Pick<NegotiationRequest, 'generate'>) {
  return {
    prompt: 'Why is the sky blue?',
    agents: 3,
    maxRounds: 1,
    signal: new AbortController().signal,
    ...given,
  } satisfies NegotiationRequest;
}
