import { isIP, isIPv6 } from 'node:net';

/** A name or an IPv4 address, or an IPv6 address in brackets. */
const HOST = /^(?:[A-Za-z0-9._-]+|\[[0-9A-Fa-f:.]+\])$/;
const AUTHORITY = /^(\[[^\]]*\]|[^:]*)(?::(\d{1,5}))?$/;
const HIGHEST_PORT = 65_535;

/**
 * A host as addresses write it: in lower case, without a dot at the end, IPv4 as four numbers, IPv6 in brackets and
 * as short as it goes. Null for anything that is no host.
 */
export function canonicalHost(text: string): string | null {
  const bare = text.trim();
  const written = isIPv6(bare) ? `[${bare}]` : bare;
  if (!HOST.test(written)) return null;
  try {
    return new URL(`http://${written}/`).hostname.replace(/\.$/, '') || null;
  } catch {
    return null;
  }
}

/** The host of `host` or `host:port`, or null. */
export function hostOf(authority: string): string | null {
  const [, host = '', port] = AUTHORITY.exec(authority) ?? [];
  return port !== undefined && Number(port) > HIGHEST_PORT ? null : canonicalHost(host);
}

/** Whether a canonical host can only be this machine. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(host);
}

/** Whether a canonical host is an address and no name. */
export function isAddress(host: string): boolean {
  return isIP(unbracketed(host)) !== 0;
}

/** A canonical host as sockets want it. */
export function unbracketed(host: string): string {
  return host.replace(/^\[|\]$/g, '');
}

/** A port from text, 0 to 65535, or null. */
export function readPort(text: string): number | null {
  const port = /^\d{1,5}$/.test(text.trim()) ? Number(text) : HIGHEST_PORT + 1;
  return port > HIGHEST_PORT ? null : port;
}
