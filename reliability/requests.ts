import type { Chance } from '../test/support/seeded-random.ts';
import { type Draft, spoil } from './spoils.ts';

/** Bytes for one connection. */
export interface RawCase extends Pick<Draft, 'isWhole' | 'isBarred'> {
  readonly bytes: Buffer;
}

/** What good requests are made with. */
export interface Pass {
  readonly port: number;
  readonly token: string;
  /** Null where the server keeps no sessions. */
  readonly session: string | null;
}

const HELLO = {
  method: 'initialize',
  params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'raw', version: '1' } },
};
const MESSAGES: readonly [object, ...object[]] = [
  HELLO,
  { method: 'ping' },
  { method: 'tools/list' },
  { method: 'tools/call', params: { name: 'list_modes', arguments: {} } },
  { method: 'tools/call', params: { name: 'next_action', arguments: { session_id: 'nowhere1' } } },
];

/** A request that is good to the letter. */
function goodDraft({ port, token, session }: Pass, chance: Chance): Draft {
  const message = chance.pick(MESSAGES);
  const [method, target] = chance.pick<readonly [string, string]>([
    ['POST', '/mcp'],
    ['POST', '/mcp'],
    ['POST', '/mcp'],
    ['GET', '/mcp'],
    ['GET', '/health'],
    ['GET', '/metrics'],
    ['DELETE', '/other'],
  ]);
  const isPosted = method === 'POST';
  const named = session !== null && target === '/mcp' && message !== HELLO;
  return {
    method,
    target,
    version: 'HTTP/1.1',
    headers: [
      ['Host', `127.0.0.1:${port}`],
      ['Connection', 'close'],
      ['Authorization', `Bearer ${token}`],
      ['Accept', isPosted ? 'application/json, text/event-stream' : 'text/event-stream'],
      ...(isPosted ? ([['Content-Type', 'application/json']] as const) : []),
      ...(named ? ([['Mcp-Session-Id', session]] as const) : []),
    ],
    body: isPosted ? JSON.stringify({ jsonrpc: '2.0', id: chance.below(1000), ...message }) : '',
    framed: null,
    isWhole: true,
    isBarred: false,
  };
}

function bytesOf({ method, target, version, headers, body, framed }: Draft): Buffer {
  const length = Buffer.byteLength(body, 'latin1');
  const { lines, payload } = framed ?? {
    lines: length === 0 ? [] : [`Content-Length: ${length}`],
    payload: body,
  };
  const written = headers.map(([name, value]) => (name === null ? value : `${name}: ${value}`));
  const head = [`${method} ${target} ${version}`, ...written, ...lines].join('\r\n');
  return Buffer.from(`${head}\r\n\r\n${payload}`, 'latin1');
}

/** No HTTP at all. */
const OTHER_SPEECH: readonly [string, ...string[]] = [
  '',
  '\r\n\r\n\r\n',
  '\u0016\u0003\u0001\u0002\u0000\u0001\u0000\u0001\u00fc\u0003\u0003',
  'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
  '{"jsonrpc":"2.0","id":1,"method":"ping"}\n',
  'GET /health\r\n',
  '\u0000'.repeat(300),
  'A'.repeat(100_000),
];

/** The bytes with one piece of them cut, lost, doubled or replaced. */
function spoiledBytes(bytes: Buffer, chance: Chance): Buffer {
  const at = chance.below(bytes.length);
  const [before, after] = [bytes.subarray(0, at), bytes.subarray(at)];
  const strange = Buffer.from([chance.pick([0, 10, 13, 32, 58, 127, 255])]);
  return chance.pick([
    before,
    before,
    Buffer.concat([before, after.subarray(1)]),
    Buffer.concat([before, strange, after]),
    Buffer.concat([before, strange, after.subarray(1)]),
    Buffer.concat([before, before]),
  ]);
}

/** The next bytes: a request that is good, spoiled by its parts or by its bytes, doubled, or no request. */
export function nextCase(pass: Pass, chance: Chance): RawCase {
  if (chance.below(25) === 0)
    return { bytes: Buffer.from(chance.pick(OTHER_SPEECH), 'latin1'), isWhole: false, isBarred: true };
  const draft = goodDraft(pass, chance);
  spoil(draft, chance.below(4), chance);
  const { isWhole, isBarred } = draft;
  const bytes = bytesOf(draft);
  const die = chance.below(8);
  if (die === 0) return { bytes: spoiledBytes(bytes, chance), isWhole: false, isBarred: false };
  if (die === 1) return { bytes: Buffer.concat([bytes, bytes]), isWhole: false, isBarred };
  return { bytes, isWhole, isBarred };
}
