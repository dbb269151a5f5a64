import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createLineReader, type Oversize } from '../../src/server/line-reader.ts';

function readAll(chunks: readonly Uint8Array[], limit = 1_000_000) {
  const lines: string[] = [];
  const oversize: Oversize[] = [];
  const reader = createLineReader({
    maxBytes: () => limit,
    onLine: (line) => lines.push(line),
    onOversize: (line) => oversize.push(line),
  });
  for (const chunk of chunks) reader.push(Buffer.from(chunk));
  return { lines, oversize };
}

const bytes = (text: string) => Buffer.from(text, 'utf8');

/** The same bytes cut at the given places, which may repeat or lie outside. */
function cut(whole: Buffer, places: readonly number[]): Buffer[] {
  const sorted = [
    0,
    ...places.map((place) => place % (whole.length + 1)).sort((a, b) => a - b),
    whole.length,
  ];
  return sorted.slice(1).map((end, index) => whole.subarray(sorted[index] ?? 0, end));
}

describe('reading lines', () => {
  it('gives a line when its end has come, and not before', () => {
    expect(readAll([bytes('one')]).lines).toEqual([]);
    expect(readAll([bytes('one'), bytes('\n')]).lines).toEqual(['one']);
    expect(readAll([bytes('one\ntwo\nthree')]).lines).toEqual(['one', 'two']);
  });

  it('gives empty lines', () => {
    expect(readAll([bytes('\n\na\n\n')]).lines).toEqual(['', '', 'a', '']);
  });

  it('drops one CR before LF, and no other CR', () => {
    expect(readAll([bytes('a\r\nb\rc\n\r\nd\r\r\n')]).lines).toEqual(['a', 'b\rc', '', 'd\r']);
    expect(readAll([bytes('a\r'), bytes('\nb\n')]).lines).toEqual(['a', 'b']);
  });

  it('joins a character that is split between chunks', () => {
    for (const text of ['ä', '漢', '😀', '👩‍👩‍👧']) {
      const single = [...bytes(`x${text}y\n`)].map((byte) => Uint8Array.of(byte));
      expect(readAll(single).lines).toEqual([`x${text}y`]);
    }
  });

  it('gives the same lines however the bytes are cut', () => {
    const text = fc.array(fc.string({ unit: fc.constantFrom('a', 'ä', '😀', '\r', '"', ' ') }), {
      maxLength: 8,
    });
    fc.assert(
      fc.property(text, fc.constantFrom('\n', '\r\n'), fc.array(fc.nat()), (lines, end, places) => {
        const whole = bytes(lines.map((line) => line + end).join(''));
        const expected = end === '\n' ? lines.map((line) => line.replace(/\r$/, '')) : lines;
        expect(readAll(cut(whole, places))).toEqual({ lines: expected, oversize: [] });
      }),
    );
  });
});

describe('a line over the limit', () => {
  it('is told once with its edges when it ends, and the next one is read', () => {
    const { lines, oversize } = readAll(
      [bytes('short\n'), bytes(`abc${'x'.repeat(20)}xyz\n`), bytes('next\n')],
      10,
    );
    expect(lines).toEqual(['short', 'next']);
    const whole = `abc${'x'.repeat(20)}xyz`;
    expect(oversize).toEqual([{ head: whole, tail: whole, limit: 10 }]);
    expect(readAll([bytes('x'.repeat(20))], 10).oversize).toEqual([]);
  });

  it('may have exactly the limit, counted in bytes', () => {
    expect(readAll([bytes('x'.repeat(10)), bytes('\n')], 10).lines).toEqual(['x'.repeat(10)]);
    expect(readAll([bytes(`${'ä'.repeat(5)}\n`)], 10).lines).toEqual(['ä'.repeat(5)]);
    expect(readAll([bytes(`${'ä'.repeat(6)}\n`)], 10).oversize).toHaveLength(1);
  });

  it('is skipped over many chunks without being kept', () => {
    const chunks = Array.from({ length: 50 }, () => bytes('y'.repeat(100)));
    const { lines, oversize } = readAll([...chunks, bytes('tail\nnext\n')], 150);
    expect(lines).toEqual(['next']);
    expect(oversize).toEqual([{ head: 'y'.repeat(200), tail: `${'y'.repeat(4092)}tail`, limit: 150 }]);
  });

  it('shows at most 4096 bytes of either edge', () => {
    const middle = Array.from({ length: 90 }, () => bytes('z'.repeat(100)));
    const { oversize } = readAll([bytes('{"id":7,'), ...middle, bytes('"end"}'), bytes('\n')], 5000);
    expect(oversize[0]?.head).toBe(`{"id":7,${'z'.repeat(4096 - 8)}`);
    expect(oversize[0]?.tail).toBe(`${'z'.repeat(4096 - 6)}"end"}`);
  });

  it('never hides another line, however the bytes are cut', () => {
    const word = fc.nat(30).map((length) => 'w'.repeat(length));
    fc.assert(
      fc.property(fc.array(word, { maxLength: 8 }), fc.array(fc.nat()), (words, places) => {
        const { lines, oversize } = readAll(
          cut(bytes(words.map((each) => `${each}\n`).join('')), places),
          15,
        );
        expect(lines).toEqual(words.filter((each) => each.length <= 15));
        expect(oversize).toHaveLength(words.filter((each) => each.length > 15).length);
      }),
    );
  });

  it('is judged by the limit of the moment', () => {
    let limit = 3;
    const lines: string[] = [];
    const reader = createLineReader({
      maxBytes: () => limit,
      onLine: (line) => lines.push(line),
      onOversize: () => lines.push('too long'),
    });
    reader.push(bytes('four\n'));
    limit = 4;
    reader.push(bytes('four\n'));
    expect(lines).toEqual(['too long', 'four']);
  });
});
