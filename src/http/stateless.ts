import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js';
import { type Handler, refuse } from './answers.ts';
import { answerWith, asTransport } from './bridge.ts';
import { readPosted } from './message.ts';
import { connectClient, type Service } from './service.ts';
import { createWork } from './work.ts';

/** Serves each request by itself, for clients and proxies that keep no session. */
export function createStateless(service: Service): Handler {
  const shared = { current: null, unstored: new Map() };
  return async (request, response) => {
    if (request.method !== 'POST') return refuse(response, 'method', { Allow: 'POST' });
    const posted = await readPosted(request, response, service);
    if (posted === null) return null;
    const transport = new WebStandardStreamableHTTPServerTransport({});
    const own = createWork();
    const counted = { ...service, work: { ...own, during: joint(own, service.work) } };
    const server = await connectClient(counted, asTransport(transport), {
      connection: shared,
      isOver: () => false,
      isLasting: false,
    });
    await answerWith(transport, { request, response, ...posted });
    // A client that has left does not end what it began.
    await own.settled();
    return server.close();
  };
}

/** Counts work in two places. */
function joint(inner: Service['work'], outer: Service['work']): Service['work']['during'] {
  return (work) => outer.during(() => inner.during(work));
}
