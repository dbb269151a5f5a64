import { describe, expect, it } from 'vitest';
import { allowanceFor, wrongClaim } from '../../src/http/guard.ts';

const claims = (host: string, origin?: string, site?: string) => ({ hosts: [host], origin, site });

describe('a server on the loopback', () => {
  const allowance = allowanceFor('127.0.0.1', ['think.example']);

  it.each(['127.0.0.1:8182', 'LocalHost:1', '[::1]:8182', 'localhost', 'Think.Example:443'])(
    'takes the host %s',
    (host) => {
      expect(wrongClaim(claims(host), allowance)).toBeNull();
    },
  );

  it.each([
    'evil.com',
    'evil.com:8182',
    '10.0.0.1',
    '127.evil.com',
    'localhost.evil.com',
    '',
    'localhost@evil.com',
  ])('refuses the host %j', (host) => {
    expect(wrongClaim(claims(host), allowance)).toBe('host');
  });

  it('refuses a request with no host, and with two', () => {
    expect(wrongClaim({ hosts: [], origin: undefined, site: undefined }, allowance)).toBe('host');
    const two = { hosts: ['localhost', 'evil.com'], origin: undefined, site: undefined };
    expect(wrongClaim(two, allowance)).toBe('host');
  });

  it.each(['http://localhost:6274', 'https://think.example', 'HTTP://127.0.0.1', 'http://[::1]:3000'])(
    'takes the origin %s',
    (origin) => {
      expect(wrongClaim(claims('localhost', origin), allowance)).toBeNull();
    },
  );

  it.each([
    'null',
    '',
    'http://evil.com',
    'https://localhost.evil.com',
    'file://',
    'http://localhost@evil.com',
    'http://localhost/evil',
    'chrome-extension://abc',
    'http://10.0.0.1',
  ])('refuses the origin %j', (origin) => {
    expect(wrongClaim(claims('localhost', origin), allowance)).toBe('origin');
  });

  it('refuses what a browser calls cross-site, and takes its other words', () => {
    expect(wrongClaim(claims('localhost', undefined, 'Cross-Site'), allowance)).toBe('origin');
    expect(wrongClaim(claims('localhost', undefined, 'same-origin'), allowance)).toBeNull();
  });
});

describe('a server that other machines can reach', () => {
  const allowance = allowanceFor('0.0.0.0', []);

  it('takes any address as the host, but no name', () => {
    expect(wrongClaim(claims('192.168.1.5:8182'), allowance)).toBeNull();
    expect(wrongClaim(claims('evil.com:8182'), allowance)).toBe('host');
  });

  it('takes no other address as the origin', () => {
    expect(wrongClaim(claims('192.168.1.5', 'http://6.6.6.6'), allowance)).toBe('origin');
  });
});
