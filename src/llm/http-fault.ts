/** What the connection itself can do to a request. */
export type FaultKind =
  | 'refused'
  | 'unknown_host'
  | 'no_route'
  | 'reset'
  | 'tls'
  | 'not_http'
  | 'bad_header'
  | 'timeout'
  | 'stalled'
  | 'cancelled'
  | 'network';

/** Thrown by `exchange`: the kind, and the system's code where there is one. Holds nothing of the request. */
export class HttpFault extends Error {
  readonly kind: FaultKind;
  readonly errno: string;
  constructor(kind: FaultKind, errno = '') {
    super(kind);
    this.name = 'HttpFault';
    this.kind = kind;
    this.errno = errno;
  }
}

const KINDS: ReadonlyMap<string, FaultKind> = new Map<string, FaultKind>([
  ['ECONNREFUSED', 'refused'],
  ['ENOTFOUND', 'unknown_host'],
  ['EAI_AGAIN', 'unknown_host'],
  ['EHOSTUNREACH', 'no_route'],
  ['ENETUNREACH', 'no_route'],
  ['ETIMEDOUT', 'no_route'],
  ['ECONNRESET', 'reset'],
  ['EPIPE', 'reset'],
  ['ECONNABORTED', 'reset'],
  ['EPROTO', 'tls'],
  ['DEPTH_ZERO_SELF_SIGNED_CERT', 'tls'],
  ['SELF_SIGNED_CERT_IN_CHAIN', 'tls'],
  ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'tls'],
  ['UNABLE_TO_GET_ISSUER_CERT_LOCALLY', 'tls'],
  ['CERT_HAS_EXPIRED', 'tls'],
  ['ERR_INVALID_CHAR', 'bad_header'],
]);

/** The fault behind an error of node:http. */
export function httpFaultOf(error: unknown): HttpFault {
  if (error instanceof HttpFault) return error;
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const known = KINDS.get(code);
  if (known !== undefined) return new HttpFault(known, code);
  if (code.startsWith('HPE_')) return new HttpFault('not_http', code);
  if (code.startsWith('ERR_TLS_') || code.startsWith('ERR_SSL_')) return new HttpFault('tls', code);
  return new HttpFault('network', code);
}
