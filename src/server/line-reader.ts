interface LineReaderOptions {
  readonly maxBytes: () => number;
  readonly onLine: (line: string) => void;
  /** Called once for a line over the limit, with its beginning; the rest of it is skipped. */
  readonly onOversize: (head: string, limit: number) => void;
}

const LF = 10;
const HEAD_BYTES = 4096;

/** Cuts a byte stream into lines without joining or scanning any byte twice. CR before LF is dropped. */
export function createLineReader({ maxBytes, onLine, onOversize }: LineReaderOptions) {
  let parts: Buffer[] = [];
  let size = 0;
  let skipping = false;

  const take = (part: Buffer) => {
    if (skipping || part.length === 0) return;
    parts.push(part);
    size += part.length;
    const limit = maxBytes();
    if (size <= limit) return;
    const head = Buffer.concat(parts.map((each) => each.subarray(0, HEAD_BYTES))).toString(
      'utf8',
      0,
      HEAD_BYTES,
    );
    drop();
    skipping = true;
    onOversize(head, limit);
  };
  const drop = () => {
    parts = [];
    size = 0;
  };
  const end = () => {
    if (skipping) {
      skipping = false;
      return;
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
