import { describe, expect, it } from 'vitest';
import { sayServing } from '../../src/http/wording.ts';

const PLACE = { transport: 'streamable-http', url: 'http://127.0.0.1:8182/mcp' } as const;
const TOKEN = { token: 'the-token-itself', path: '/home/me/data/http-token' };

function entryIn(text: string): unknown {
  return JSON.parse(text.slice(text.indexOf('{')));
}

describe('the entry that a server shows', () => {
  it('holds the token on a terminal', () => {
    const headers = { Authorization: 'Bearer the-token-itself' };
    expect(entryIn(sayServing(PLACE, TOKEN, 'terminal'))).toEqual({
      mcpServers: { 'deep-think': { type: 'http', url: PLACE.url, headers } },
    });
  });

  it('names only the file of the token in a log', () => {
    const text = sayServing(PLACE, TOKEN, 'log');
    expect(text).not.toContain(TOKEN.token);
    expect(text).toContain(`with the token in ${TOKEN.path}\n`);
    expect(JSON.stringify(entryIn(text))).toContain('"Bearer TOKEN"');
  });

  it('has no header without a token', () => {
    const sse = { ...PLACE, transport: 'sse' } as const;
    expect(entryIn(sayServing(sse, null, 'log'))).toEqual({
      mcpServers: { 'deep-think': { type: 'sse', url: PLACE.url } },
    });
  });
});
