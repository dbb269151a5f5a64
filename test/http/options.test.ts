import { describe, expect, it } from 'vitest';
import { readOptions, type WrittenOptions } from '../../src/http/options.ts';

const read = (written: Partial<WrittenOptions>) =>
  readOptions({ stateless: false, token: 'own', ...written });

describe('the options of a daemon', () => {
  it('have defaults, and blank ones count as not given', () => {
    const defaults = {
      host: '127.0.0.1',
      port: 8182,
      way: { transport: 'streamable-http', path: '/mcp', stateless: false },
      allowedHosts: [],
      token: 'own',
    };
    expect(read({})).toEqual(defaults);
    expect(read({ host: ' ', port: '', path: '' })).toEqual(defaults);
  });

  it('name no path for sse', () => {
    expect(read({ transport: 'sse', path: '/mcp' })).toMatchObject({ way: { transport: 'sse' } });
  });

  it.each([
    ['transport', { transport: 'http' }],
    ['host', { host: 'a b' }],
    ['host', { allowedHosts: ['fine', 'not fine'] }],
    ['port', { port: '8182x' }],
    ['path', { path: '/a/../b' }],
    ['path', { transport: 'sse', path: 'mcp' }],
  ])('are refused with the name of the wrong one: %s', (name, written) => {
    expect(read(written)).toEqual({ mistake: expect.stringMatching(new RegExp(`^${name}: wanted`)) });
  });

  it.each(['0.0.0.0', '::', '127.evil.com', '192.168.1.5'])('refuse %s without a token', (host) => {
    expect(read({ host, token: 'none' })).toEqual({ mistake: expect.stringContaining('token is needed') });
    expect(read({ host })).not.toHaveProperty('mistake');
  });

  it('refuse a further host that is not this machine without a token', () => {
    const allowedHosts = ['localhost', 'think.example'];
    expect(read({ allowedHosts, token: 'none' })).toEqual({
      mistake: expect.stringMatching(/think\.example.*token is needed/u),
    });
    expect(read({ allowedHosts })).not.toHaveProperty('mistake');
    expect(read({ allowedHosts: ['localhost'], token: 'none' })).not.toHaveProperty('mistake');
  });

  it.each(['LOCALHOST', '::1', '[::1]', '127.0.0.5'])('take %s without a token', (host) => {
    expect(read({ host, token: 'none' })).not.toHaveProperty('mistake');
  });
});
