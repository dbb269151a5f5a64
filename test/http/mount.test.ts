import { describe, expect, it } from 'vitest';
import { pathOf, queryValue, readMount } from '../../src/http/mount.ts';

describe('the path of the protocol', () => {
  it.each([
    ['/mcp', '/mcp'],
    ['/mcp/', '/mcp'],
    [' /a/b-c_1.d ', '/a/b-c_1.d'],
    ['/', '/'],
  ])('%j is %s', (text, path) => {
    expect(readMount(text)).toBe(path);
  });

  it.each([
    '',
    'mcp',
    '//',
    '/a//b',
    '/..',
    '/a/../b',
    '/.',
    '/a?b',
    '/a#b',
    '/a%2e',
    '/ä',
    '/health',
    '/metrics/',
  ])('%j cannot be it', (text) => {
    expect(readMount(text)).toBeNull();
  });
});

describe('the path of a request', () => {
  it.each([
    ['/mcp?x=1', '/mcp'],
    ['/mcp/', '/mcp'],
    ['/', '/'],
    ['/mcp/../health', '/mcp/../health'],
    ['/%2e%2e/mcp', '/%2e%2e/mcp'],
    ['http://evil.com/mcp', null],
    ['*', null],
    [undefined, null],
  ])('of %s is %s, as it was sent', (target, path) => {
    expect(pathOf(target)).toBe(path);
  });

  it('has values in its query', () => {
    expect(queryValue('/messages/?a=1&sessionId=x', 'sessionId')).toBe('x');
    expect(queryValue('/messages/', 'sessionId')).toBeNull();
  });
});
