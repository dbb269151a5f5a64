import { hostOf, isAddress, isLoopback } from './address.ts';

/** Which hosts a request may name, all canonical. */
export interface Allowance {
  /** Beside those of the loopback. */
  readonly hosts: ReadonlySet<string>;
  /** Whether any address will do: only a name can be made to lead elsewhere after a page was loaded. */
  readonly addresses: boolean;
}

/** What a request says of where it goes and where it comes from. */
export interface Claims {
  /** Every Host header. */
  readonly hosts: readonly string[];
  readonly origin: string | undefined;
  /** What a browser says in Sec-Fetch-Site. */
  readonly site: string | undefined;
}

/** The allowance of a server bound to a canonical host, whose operator names further ones. */
export function allowanceFor(bound: string, further: readonly string[]): Allowance {
  return { hosts: new Set([bound, ...further]), addresses: !isLoopback(bound) };
}

const isNamed = (host: string, { hosts }: Allowance) => isLoopback(host) || hosts.has(host);

function isHostAllowed(header: string, allowance: Allowance): boolean {
  const host = hostOf(header);
  return host !== null && (isNamed(host, allowance) || (allowance.addresses && isAddress(host)));
}

/** An address is no excuse here: any page may be served from one. */
function isOriginAllowed(origin: string, allowance: Allowance): boolean {
  const [, authority] = /^https?:\/\/([^/?#@]+)$/i.exec(origin) ?? [];
  const host = authority === undefined ? null : hostOf(authority);
  return host !== null && isNamed(host, allowance);
}

/** Which claim of a request is not to be believed, or null. */
export function wrongClaim({ hosts, origin, site }: Claims, allowance: Allowance): 'host' | 'origin' | null {
  const [host, ...others] = hosts;
  if (host === undefined || others.length > 0 || !isHostAllowed(host, allowance)) return 'host';
  if (origin !== undefined && !isOriginAllowed(origin, allowance)) return 'origin';
  return site?.trim().toLowerCase() === 'cross-site' ? 'origin' : null;
}
