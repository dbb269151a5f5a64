import { JSONRPCMessageSchema } from '@modelcontextprotocol/sdk/types.js';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { readMessage } from '../../src/server/json-rpc.ts';

const member = fc.oneof(
  fc.constantFrom('2.0', '1.0', 'tools/call', '', 0, 7, -1, 1.5, 2 ** 60, null, true, undefined),
  fc.constantFrom({}, [], { _meta: {} }, { _meta: null }, { _meta: { progressToken: {} } }, { name: 'x' }),
);
const message = fc.record(
  {
    jsonrpc: fc.oneof({ weight: 4, arbitrary: fc.constant('2.0') }, member),
    id: fc.oneof({ weight: 4, arbitrary: fc.constantFrom(1, 'a') }, member),
    method: fc.oneof({ weight: 4, arbitrary: fc.constant('tools/call') }, member),
    params: member,
    result: member,
    other: member,
  },
  { requiredKeys: [] },
);

it('takes exactly the messages that the schema of the protocol takes', () => {
  fc.assert(
    fc.property(message, (given) => {
      const line = JSON.stringify(given);
      const read = readMessage(line);
      const { success, data } = JSONRPCMessageSchema.safeParse(JSON.parse(line));
      expect('message' in read).toBe(success);
      if ('message' in read) expect(read.message).toEqual(data);
    }),
    { numRuns: 1000 },
  );
});
