/** What can go wrong between us and a model server, as it appears on the wire. */
export type EndpointCode =
  | 'endpoint_unreachable'
  | 'endpoint_unauthorized'
  | 'model_not_found'
  | 'endpoint_rate_limited'
  | 'endpoint_error'
  | 'endpoint_timeout'
  | 'empty_completion'
  | 'truncated_completion'
  | 'malformed_completion'
  | 'cancelled';

/**
 * A failed call. `retryable`: the same call may succeed later without a change of settings. `detail` is one or two
 * sentences for a person, says what to check and never holds a key.
 */
export interface EndpointFailure {
  readonly ok: false;
  readonly code: EndpointCode;
  readonly retryable: boolean;
  readonly detail: string;
}

/** How the client itself goes on after a failure: `again` tries the same, `other_rung` asks for JSON differently. */
export type Recovery = 'none' | 'again' | 'other_rung';

/** A failed attempt; `waitMs` is what the server asked for, null when it asked for nothing. */
export interface FailedAttempt {
  readonly ok: false;
  readonly failure: EndpointFailure;
  readonly recovery: Recovery;
  readonly waitMs: number | null;
}

const RETRYABLE: Readonly<Record<EndpointCode, boolean>> = {
  endpoint_unreachable: true,
  endpoint_unauthorized: false,
  model_not_found: false,
  endpoint_rate_limited: true,
  endpoint_error: true,
  endpoint_timeout: true,
  empty_completion: true,
  truncated_completion: false,
  malformed_completion: true,
  cancelled: true,
};

/** A failed attempt; retryable as its code usually is, unless said otherwise. */
export function failed(
  code: EndpointCode,
  detail: string,
  more: { retryable?: boolean; recovery?: Recovery; waitMs?: number | null } = {},
): FailedAttempt {
  const retryable = more.retryable ?? RETRYABLE[code];
  return {
    ok: false,
    failure: { ok: false, code, retryable, detail },
    recovery: more.recovery ?? 'none',
    waitMs: more.waitMs ?? null,
  };
}
