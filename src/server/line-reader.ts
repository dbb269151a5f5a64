/** What is known of a line over the limit: its first and last bytes as text, and the limit in bytes. */
export interface Oversize {
  readonly head: string;
  readonly tail: string;
  readonly limit: number;
}

interface LineReaderOptions {
  readonly maxBytes: () => number;
  readonly onLine: (line: string) => void;
  /** Called at the end of a line over the limit, of which nothing but the two edges was kept. */
  readonly onOversize: (line: Oversize) => void;
}

const LF = 10;
const EDGE_BYTES = 4096;

/** Cuts a byte stream into lines without joining or scanning any byte twice. CR before LF is dropped. */
export function createLineReader({ maxBytes, onLine, onOversize }: LineReaderOptions) {
  let parts: Buffer[] = [];
  let size = 0;
  let skipped: { head: Buffer; tail: Buffer; limit: number } | null = null;

  const take = (part: Buffer) => {
    if (part.length === 0) return;
    if (skipped !== null) {
      skipped.tail = lastBytes([skipped.tail, part]);
      return;
    }
    parts.push(part);
    size += part.length;
    const limit = maxBytes();
    if (size <= limit) return;
    skipped = { head: firstBytes(parts), tail: lastBytes(parts), limit };
    drop();
  };
  const drop = () => {
    parts = [];
    size = 0;
  };
  const end = () => {
    if (skipped !== null) {
      const { head, tail, limit } = skipped;
      skipped = null;
      return onOversize({ head: head.toString('utf8'), tail: tail.toString('utf8'), limit });
    }
    const line = (parts.length === 1 ? parts[0] : Buffer.concat(parts))?.toString('utf8') ?? '';
    drop();
    onLine(line.endsWith('\r') ? line.slice(0, -1) : line);
  };

  return {
    push: (chunk: Buffer) => {
      let start = 0;
      for (let at = chunk.indexOf(LF); at >= 0; at = chunk.indexOf(LF, start)) {
        take(chunk.subarray(start, at));
        end();
        start = at + 1;
      }
      take(chunk.subarray(start));
    },
  };
}

function firstBytes(parts: readonly Buffer[]): Buffer {
  const edges: Buffer[] = [];
  for (let at = 0, size = 0; at < parts.length && size < EDGE_BYTES; at += 1) {
    const edge = parts[at]?.subarray(0, EDGE_BYTES - size) ?? Buffer.alloc(0);
    edges.push(edge);
    size += edge.length;
  }
  return Buffer.concat(edges);
}

function lastBytes(parts: readonly Buffer[]): Buffer {
  const edges: Buffer[] = [];
  for (let at = parts.length - 1, size = 0; at >= 0 && size < EDGE_BYTES; at -= 1) {
    const edge = parts[at]?.subarray(-(EDGE_BYTES - size)) ?? Buffer.alloc(0);
    edges.unshift(edge);
    size += edge.length;
  }
  return Buffer.concat(edges);
}
