import { DamagedIndex } from './postings.ts';
import { allDocs, type DocList, type SearchDoc, type Segment } from './segment.ts';
import type { WordList } from './word-list.ts';

/** The sessions by columns; a column of codes points into `names`. The stamps are apart, as few need them. */
interface Table {
  readonly names: readonly (string | null)[];
  readonly ids: readonly string[];
  readonly lengths: readonly number[];
  readonly loose: readonly number[];
  readonly paths: Readonly<Record<string, string>>;
  readonly protocols: readonly number[];
  readonly statuses: readonly number[];
  readonly projects: readonly number[];
  readonly word_count: number;
  readonly stamps_bytes: number;
  readonly words_bytes: number;
  readonly postings_bytes: number;
}

const LINE_END = 10;
const NUMBER_BYTES = 4;

function columnsOf(docs: readonly SearchDoc[]) {
  const codes = new Map<string | null, number>();
  const code = (name: string | null) => {
    const known = codes.get(name) ?? codes.size;
    codes.set(name, known);
    return known;
  };
  const columns = {
    ids: docs.map((doc) => doc.id),
    lengths: docs.map((doc) => doc.length),
    paths: Object.fromEntries(docs.flatMap((doc) => (doc.path === null ? [] : [[doc.id, doc.path]]))),
    protocols: docs.map((doc) => code(doc.protocol)),
    statuses: docs.map((doc) => code(doc.status)),
    projects: docs.map((doc) => code(doc.project)),
  };
  return { names: [...codes.keys()], ...columns };
}

const bytesOf = (text: string) => new TextEncoder().encode(text);
const textOf = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
const bytesIn = ({ buffer, byteOffset, byteLength }: Uint32Array) =>
  new Uint8Array(buffer, byteOffset, byteLength);

/** All of a segment but its postings, as bytes. Numbers are as this machine writes them: a cache does not travel. */
export function encodeHead({ docs, words, offsets, spreads }: Segment): Uint8Array {
  const all = allDocs(docs);
  const stamps = bytesOf(all.map(({ stamp }) => stamp).join('\n'));
  const text = bytesOf(words.text);
  const table: Table = {
    ...columnsOf(all),
    loose: docs.loose,
    word_count: words.starts.length - 1,
    stamps_bytes: stamps.length,
    words_bytes: text.length,
    postings_bytes: offsets.at(-1) ?? 0,
  };
  const parts = [
    bytesOf(`${JSON.stringify(table)}\n`),
    stamps,
    text,
    bytesIn(words.starts),
    bytesIn(offsets),
    bytesIn(spreads),
  ];
  const head = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    head.set(part, at);
    at += part.length;
  }
  return head;
}

function tableIn(bytes: Uint8Array): Table {
  try {
    // The caller has compared a checksum, so that the bytes are what encodeHead wrote.
    return JSON.parse(textOf(bytes)) as Table;
  } catch {
    throw new DamagedIndex('the table of sessions is no JSON');
  }
}

function docsIn(table: Table, stamps: Uint8Array): DocList {
  const { names, ids, lengths, loose, paths, protocols, statuses, projects } = table;
  let split: readonly string[] | null = null;
  const stampAt = (at: number) => {
    split ??= textOf(stamps).split('\n');
    return split[at] ?? '';
  };
  return {
    count: ids.length,
    ids,
    lengths,
    loose,
    doc: (at) => ({
      id: ids[at] ?? '',
      // Only a look at all files asks for the stamps.
      get stamp() {
        return stampAt(at);
      },
      path: paths[ids[at] ?? ''] ?? null,
      length: lengths[at] ?? 0,
      protocol: names[protocols[at] ?? -1] ?? null,
      status: names[statuses[at] ?? -1] ?? '',
      project: names[projects[at] ?? -1] ?? null,
    }),
  };
}

/** Where the postings of a segment are read, and how many bytes they have. */
export interface PostingSource {
  readonly size: number;
  readonly read: Segment['postings'];
}

/** The segment whose head and postings these are. Throws `DamagedIndex`. */
export function decodeSegment(head: Uint8Array, { size, read }: PostingSource): Segment {
  const end = head.indexOf(LINE_END);
  const table = tableIn(head.subarray(0, Math.max(0, end)));
  const stampsEnd = end + 1 + table.stamps_bytes;
  const wordsEnd = stampsEnd + table.words_bytes;
  const numbers = NUMBER_BYTES * (table.word_count + 1);
  const spreadsFrom = wordsEnd + 2 * numbers;
  if (head.length !== spreadsFrom + numbers - NUMBER_BYTES)
    throw new DamagedIndex('the head has another length');
  const starts = new Uint32Array(head.slice(wordsEnd, wordsEnd + numbers).buffer);
  const offsets = new Uint32Array(head.slice(wordsEnd + numbers, spreadsFrom).buffer);
  const spreads = new Uint32Array(head.slice(spreadsFrom).buffer);
  const words: WordList = { text: textOf(head.subarray(stampsEnd, wordsEnd)), starts };
  const isWhole = starts.at(-1) === words.text.length && offsets.at(-1) === size;
  if (!isWhole || size !== table.postings_bytes) throw new DamagedIndex('the parts do not fit together');
  return { docs: docsIn(table, head.subarray(end + 1, stampsEnd)), words, offsets, spreads, postings: read };
}
