import { createHash, timingSafeEqual } from 'node:crypto';

/** The token of an Authorization header, or null when it holds none. */
export function bearerOf(header: string | undefined): string | null {
  return /^Bearer +([A-Za-z0-9._~+/=-]+) *$/i.exec(header ?? '')?.[1] ?? null;
}

const digest = (text: string) => createHash('sha256').update(text).digest();

/** Tells of an Authorization header whether it brings the token; how long this takes tells nothing about it. */
export function tokenCheck(token: string): (header: string | undefined) => boolean {
  const wanted = digest(token);
  return (header) => timingSafeEqual(digest(bearerOf(header) ?? ''), wanted);
}
