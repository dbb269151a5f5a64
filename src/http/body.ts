import type { IncomingMessage } from 'node:http';

/** The text of a body, or why there is none. */
export type Body =
  | { readonly text: string }
  | { readonly refused: 'too_large' | 'no_room' | 'stopping' | 'gone' };

export interface BodyLimits {
  /** The longest body, in bytes. */
  readonly maxBytes: number;
  /** How many bytes all bodies together may hold while they come in. */
  readonly totalBytes: number;
}

/** Reads the bodies of requests. */
export interface BodyReader {
  readonly read: (request: IncomingMessage) => Promise<Body>;
  /** Refuses those that are still on their way, and whatever comes. */
  readonly stop: () => void;
}

/** Reads bodies within limits. What is left of a refused one is thrown away as it comes. */
export function createBodyReader({ maxBytes, totalBytes }: BodyLimits): BodyReader {
  let held = 0;
  let stopped = false;
  const underWay = new Set<() => void>();
  const read = (request: IncomingMessage) =>
    new Promise<Body>((resolve) => {
      const chunks: Buffer[] = [];
      let size = 0;
      const end = (body: Body) => {
        request.off('data', take).off('end', whole).off('close', gone).resume();
        underWay.delete(stop);
        held -= size;
        size = 0;
        chunks.length = 0;
        resolve(body);
      };
      const take = (chunk: Buffer) => {
        size += chunk.length;
        held += chunk.length;
        if (size > maxBytes) end({ refused: 'too_large' });
        else if (held > totalBytes) end({ refused: 'no_room' });
        else chunks.push(chunk);
      };
      const whole = () => end({ text: Buffer.concat(chunks).toString('utf8') });
      const gone = () => end({ refused: 'gone' });
      const stop = () => end({ refused: 'stopping' });
      request.on('error', () => undefined);
      if (Number(request.headers['content-length'] ?? 0) > maxBytes) return end({ refused: 'too_large' });
      if (stopped) return stop();
      underWay.add(stop);
      request.on('data', take).on('end', whole).on('close', gone);
    });
  return {
    read,
    stop: () => {
      stopped = true;
      for (const stop of underWay) stop();
    },
  };
}
