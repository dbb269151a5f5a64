import { describe, expect, it } from 'vitest';
import { canonicalHost, hostOf, isAddress, isLoopback, readPort } from '../../src/http/address.ts';

describe('a host', () => {
  it.each([
    ['LOCALHOST', 'localhost'],
    [' localhost. ', 'localhost'],
    ['127.1', '127.0.0.1'],
    ['::1', '[::1]'],
    ['[::1]', '[::1]'],
    ['0:0:0:0:0:0:0:1', '[::1]'],
    ['Example.org', 'example.org'],
  ])('%s is %s', (text, host) => {
    expect(canonicalHost(text)).toBe(host);
  });

  it.each([
    '',
    '.',
    'a b',
    'a/b',
    'user@host',
    'a:1',
    '[::1',
    '256.1.1.1',
    'fe80::1%eth0',
    'a\u0000b',
    'ä.de',
  ])('%j is none', (text) => {
    expect(canonicalHost(text)).toBeNull();
  });
});

describe('a host with a port', () => {
  it.each([
    ['localhost:8182', 'localhost'],
    ['[::1]:8182', '[::1]'],
    ['127.0.0.1', '127.0.0.1'],
    ['LOCALHOST:1', 'localhost'],
  ])('%s names %s', (text, host) => {
    expect(hostOf(text)).toBe(host);
  });

  it.each(['', 'localhost:', 'localhost:x', 'localhost:99999', 'localhost:1:2', '::1:80:'])(
    '%j names none',
    (text) => {
      expect(hostOf(text)).toBeNull();
    },
  );
});

describe('the loopback', () => {
  it.each(['localhost', '127.0.0.1', '127.9.9.9', '[::1]'])('holds %s', (host) => {
    expect(isLoopback(host)).toBe(true);
  });

  it.each(['127.evil.com', '127.0.0.1.evil.com', 'localhost.evil.com', '0.0.0.0', '[::]', '10.0.0.1'])(
    'does not hold %s',
    (host) => {
      expect(isLoopback(host)).toBe(false);
    },
  );

  it('tells addresses from names', () => {
    expect(['[::1]', '10.0.0.1', 'host', '10.0.0.1.example'].map(isAddress)).toEqual([
      true,
      true,
      false,
      false,
    ]);
  });
});

describe('a port', () => {
  it.each([
    ['0', 0],
    ['65535', 65535],
    [' 80 ', 80],
    ['65536', null],
    ['-1', null],
    ['80x', null],
    ['', null],
    ['0x50', null],
    ['999999', null],
  ])('%j is %s', (text, port) => {
    expect(readPort(text)).toBe(port);
  });
});
