import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** One connection and what is known of it. */
interface Guest {
  /** Whether one of its requests was answered and not refused. */
  isKnown: boolean;
  /** Requests without a whole answer. */
  inHand: number;
  /** Its latest request. */
  request: IncomingMessage | null;
}

const isIdle = ({ inHand }: Guest) => inHand === 0;
/** Who goes first when there is no room, then who goes next; whoever waits for an answer stays. */
const LEAVERS: readonly ((guest: Guest) => boolean)[] = [
  (guest) => isIdle(guest) && !guest.isKnown,
  isIdle,
  ({ request }) => request?.complete === false,
];
const FIRST_REFUSAL = 400;

/**
 * Holds at most so many connections: a newcomer takes the place of one that sends no request, the longest silent
 * first, and is turned away only when all the others wait for answers.
 */
export function boundConnections(server: Server, most: number): void {
  /** The longest silent first. */
  const guests = new Map<Socket, Guest>();
  const makeRoom = () => {
    const all = [...guests];
    for (const leaves of LEAVERS) {
      const [socket] = all.find(([, guest]) => leaves(guest)) ?? [];
      if (socket === undefined) continue;
      guests.delete(socket);
      socket.destroy();
      return true;
    }
    return false;
  };
  server.on('connection', (socket: Socket) => {
    if (guests.size >= most && !makeRoom()) return socket.destroy();
    guests.set(socket, { isKnown: false, inHand: 0, request: null });
    return socket.once('close', () => guests.delete(socket));
  });
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const { socket } = request;
    const guest = guests.get(socket);
    if (guest === undefined) return;
    guest.inHand += 1;
    guest.request = request;
    response.once('close', () => {
      guest.inHand -= 1;
      guest.isKnown ||= response.statusCode < FIRST_REFUSAL;
      // Only where it is still a guest, now as the one that was heard of last.
      if (guests.delete(socket)) guests.set(socket, guest);
    });
  });
}
