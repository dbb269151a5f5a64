import { createHash } from 'node:crypto';
import { DamagedIndex } from '../core/search/postings.ts';
import type { Segment } from '../core/search/segment.ts';
import { decodeSegment, encodeHead } from '../core/search/segment-codec.ts';
import { replaceOnce } from './atomic-file.ts';
import type { FsLayer } from './fs-layer.ts';

/** The layout of the files and the way in which words are read; another one makes the index be built anew. */
const LAYOUT = 'deep-think-search 1';
/** The line that begins a file: its layout, the size of its head, and the checksum of that. */
const PREFACE = /^([a-z -]+ \d+) (\d{10}) ([0-9a-f]{40})\n$/;
const PREFACE_BYTES = LAYOUT.length + 10 + 40 + 3;

/** A segment on disk; its name is the checksum of its head. */
export interface SegmentFile {
  readonly segment: Segment;
  readonly name: string;
  /** Closes the file, which reading postings opens; on some systems an open file cannot be replaced. */
  close(): void;
}

const checksum = (head: Uint8Array) => createHash('sha1').update(head).digest('hex');

function withFile<T>(fs: FsLayer, path: string, work: (fd: number) => T): T {
  const fd = fs.open(path, 'r', 0);
  try {
    return work(fd);
  } finally {
    fs.close(fd);
  }
}

/** Throws `DamagedIndex` when the file has fewer bytes. */
function readPart(fs: FsLayer, fd: number, position: number, size: number): Uint8Array {
  const bytes = new Uint8Array(size);
  if (size > 0 && fs.read(fd, bytes, position) < size) throw new DamagedIndex('the file is too short');
  return bytes;
}

/** The size and the checksum of the head. */
function prefaceOf(fs: FsLayer, fd: number): { size: number; name: string } {
  const text = Buffer.from(readPart(fs, fd, 0, PREFACE_BYTES)).toString('latin1');
  const [, layout, size, name] = PREFACE.exec(text) ?? [];
  if (layout !== LAYOUT || size === undefined || name === undefined)
    throw new DamagedIndex('the file has another layout');
  return { size: Number(size), name };
}

/** Reads all but the postings, which stay on disk until they are asked for. Throws `DamagedIndex`. */
export function readSegment(fs: FsLayer, path: string, fileSize: number): SegmentFile {
  const { name, head } = withFile(fs, path, (fd) => {
    const preface = prefaceOf(fs, fd);
    if (preface.size > fileSize) throw new DamagedIndex('the head is longer than the file');
    return { name: preface.name, head: readPart(fs, fd, PREFACE_BYTES, preface.size) };
  });
  if (checksum(head) !== name) throw new DamagedIndex('the head has another checksum');
  const first = PREFACE_BYTES + head.length;
  let opened: number | null = null;
  const open = () => {
    opened = fs.open(path, 'r', 0);
    // Another process may have put another file in its place.
    if (prefaceOf(fs, opened).name !== name) throw new DamagedIndex('the file was replaced');
    return opened;
  };
  const read = (from: number, to: number) => readPart(fs, opened ?? open(), first + from, to - from);
  const close = () => {
    if (opened !== null) fs.close(opened);
    opened = null;
  };
  return { segment: decodeSegment(head, { size: fileSize - first, read }), name, close };
}

/** Replaces the file; returns the name of the segment. */
export function writeSegment(fs: FsLayer, path: string, segment: Segment): string {
  const head = encodeHead(segment);
  const name = checksum(head);
  const preface = Buffer.from(`${LAYOUT} ${String(head.length).padStart(10, '0')} ${name}\n`);
  replaceOnce(fs, path, Buffer.concat([preface, head, segment.postings(0, segment.offsets.at(-1) ?? 0)]));
  return name;
}
