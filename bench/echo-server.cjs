// The floor of a start: the least that an MCP client accepts as a server, without any package.
const TOOL = { name: 'echo', description: 'Says it again.', inputSchema: { type: 'object', properties: {} } };
/** @type {Readonly<Record<string, (params: { protocolVersion?: string, arguments?: object } | undefined) => object>>} */
const ANSWERS = {
  initialize: (params) => ({
    protocolVersion: params?.protocolVersion ?? '2025-06-18',
    capabilities: { tools: {} },
    serverInfo: { name: 'echo', version: '1.0.0' },
  }),
  'tools/list': () => ({ tools: [TOOL] }),
  'tools/call': (params) => ({ content: [{ type: 'text', text: JSON.stringify(params?.arguments) }] }),
};

let rest = '';
process.stdin.setEncoding('utf8');
process.stdin.on('data', (chunk) => {
  rest += chunk;
  for (let end = rest.indexOf('\n'); end >= 0; end = rest.indexOf('\n')) {
    const { id, method, params } = JSON.parse(rest.slice(0, end));
    rest = rest.slice(end + 1);
    const answer = ANSWERS[method];
    if (id !== undefined && answer)
      process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id, result: answer(params) })}\n`);
  }
});
