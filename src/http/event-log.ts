import type { EventStore } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';

interface Event {
  readonly id: string;
  readonly stream: string;
  readonly message: JSONRPCMessage;
  readonly size: number;
}

const MOST_EVENTS = 64;
/** In characters of JSON; the newest event is kept at any size. */
const MOST_TEXT = 512 * 1024;

/** The latest messages to one client, so that one whose connection broke can fetch what it missed. */
export function createEventLog(): EventStore {
  const events: Event[] = [];
  let [made, held] = [0, 0];
  const shorten = () => {
    while (events.length > 1 && (events.length > MOST_EVENTS || held > MOST_TEXT))
      held -= events.shift()?.size ?? 0;
  };
  const find = (id: string) => events.find((event) => event.id === id);
  return {
    storeEvent: async (stream, message) => {
      made += 1;
      const event = { id: String(made), stream, message, size: JSON.stringify(message).length };
      events.push(event);
      held += event.size;
      shorten();
      return event.id;
    },
    getStreamIdForEventId: async (id) => find(id)?.stream,
    replayEventsAfter: async (id, { send }) => {
      const last = find(id);
      if (last === undefined) throw new Error('the event is not kept any more');
      for (const event of events.slice(events.indexOf(last) + 1))
        if (event.stream === last.stream) await send(event.id, event.message);
      return last.stream;
    },
  };
}
