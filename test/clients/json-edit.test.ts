import fc from 'fast-check';
import { createScanner, type ParseError, parse } from 'jsonc-parser';
import { describe, expect, it } from 'vitest';
import type { Json } from '../../src/clients/client.ts';
import { withoutValue, withValue } from '../../src/clients/json-edit.ts';

const KEYS = ['servers', 'ours'];
const ENTRY = { command: 'npx', args: ['-y', 'x'] };

function parsed(text: string): unknown {
  const errors: ParseError[] = [];
  const value = parse(text, errors, { allowTrailingComma: true });
  expect(errors, text).toEqual([]);
  return value;
}

/** Every comment of the text, in order, without blanks behind it. */
function commentsOf(text: string): readonly string[] {
  const scanner = createScanner(text, false);
  const found: string[] = [];
  for (scanner.scan(); scanner.getTokenOffset() < text.length; scanner.scan()) {
    const token = text.slice(scanner.getTokenOffset(), scanner.getPosition());
    if (/^\/[/*]/.test(token)) found.push(token.trimEnd());
  }
  return found;
}

describe('putting a value into a document', () => {
  it.each([
    ['nothing', '', '{\n  "servers": {\n    "ours": 1\n  }\n}\n'],
    ['comments only', '// mine', '// mine\n{\n  "servers": {\n    "ours": 1\n  }\n}\n'],
    ['an empty object', '{}', '{\n  "servers": {\n    "ours": 1\n  }\n}'],
    ['an empty inner object', '{\n\t"servers": {}\n}', '{\n\t"servers": {\n\t\t"ours": 1\n\t}\n}'],
    ['one line', '{"servers":{"a":1}}', '{"servers":{"a":1,"ours":1}}'],
    ['one line with blanks', '{ "servers": { "a": 1 } }', '{ "servers": { "a": 1, "ours": 1 } }'],
    [
      'a comment behind the last value',
      '{\n  "servers": {\n    "a": 1 // one\n  }\n}',
      '{\n  "servers": {\n    "a": 1, // one\n    "ours": 1\n  }\n}',
    ],
    [
      'a trailing comma',
      '{\n  "servers": {\n    "a": 1,\n  },\n}',
      '{\n  "servers": {\n    "a": 1,\n    "ours": 1,\n  },\n}',
    ],
    [
      'CRLF and tabs',
      '{\r\n\t"servers": {\r\n\t\t"a": 1\r\n\t}\r\n}\r\n',
      '{\r\n\t"servers": {\r\n\t\t"a": 1,\r\n\t\t"ours": 1\r\n\t}\r\n}\r\n',
    ],
    ['an old value', '{"servers":{"ours":{"a":[1]}}}', '{"servers":{"ours":1}}'],
    ['a value where an object belongs', '{"servers":{"ours":null}}', '{"servers":{"ours":1}}'],
  ])('works with %s', (_, before, after) => {
    expect(withValue(before, KEYS, 1)).toBe(after);
  });

  it('writes an object with a line for each key and a list on one line', () => {
    expect(withValue('{\n    "a": 1\n}', ['b'], { c: { d: [1, 'e'] }, f: {} })).toBe(
      '{\n    "a": 1,\n    "b": {\n        "c": {\n            "d": [1, "e"]\n        },\n        "f": {}\n    }\n}',
    );
  });
});

describe('taking a value out of a document', () => {
  it.each([
    ['the only one', '{\n  "servers": {\n    "ours": 1\n  }\n}', '{\n  "servers": {}\n}'],
    [
      'the first',
      '{\n  "servers": {\n    "ours": 1,\n    "a": 1\n  }\n}',
      '{\n  "servers": {\n    "a": 1\n  }\n}',
    ],
    [
      'the last',
      '{\n  "servers": {\n    "a": 1,\n    "ours": 1\n  }\n}',
      '{\n  "servers": {\n    "a": 1\n  }\n}',
    ],
    ['one of a line', '{"servers":{"a":1,"ours":1,"b":2}}', '{"servers":{"a":1,"b":2}}'],
    ['the last of a line', '{"servers":{"a":1, "ours":1}}', '{"servers":{"a":1}}'],
    [
      'one between comments',
      '{"servers": {\n  "a": 1, // a\n  // about ours\n  "ours": 1, // ours\n  "b": 2 // b\n}}',
      '{"servers": {\n  "a": 1, // a\n  // about ours\n  // ours\n  "b": 2 // b\n}}',
    ],
    [
      'the last behind a comment',
      '{"servers": {\n  "a": 1, // a\n  "ours": 1\n}}',
      '{"servers": {\n  "a": 1 // a\n}}',
    ],
    [
      'one with a value behind it on its line',
      '{"servers": {\n  "a": 1, // a\n  "ours": 1, "b": 2\n}}',
      '{"servers": {\n  "a": 1, // a\n  "b": 2\n}}',
    ],
    ['one that is not there', '{"servers":{"a":1}}', '{"servers":{"a":1}}'],
  ])('takes %s', (_, before, after) => {
    expect(withoutValue(before, KEYS)).toBe(after);
  });
});

/** Blanks and comments, as they may stand between two tokens. */
const trivia = fc
  .array(fc.constantFrom(' ', '\n', '\r\n', '\t', '/* b */', '// l\n', '/* two\nlines */', '// "q": {\r\n'), {
    maxLength: 3,
  })
  .map((parts) => parts.join(''));
const scalar = fc
  .oneof(fc.integer(), fc.boolean(), fc.constant(null), fc.string())
  .map((v) => JSON.stringify(v));

/** The text of an object with random blanks and comments, with a given property among random ones. */
function objectText(
  inner: fc.Arbitrary<string> | null,
  key: string,
  mustHave: boolean,
): fc.Arbitrary<string> {
  const others = fc.uniqueArray(fc.constantFrom<string[]>('a', 'b', 'c', '{', '//', '"', 'é'), {
    maxLength: 4,
  });
  return fc
    .record({
      others,
      place: fc.nat({ max: 4 }),
      has: mustHave ? fc.constant(true) : fc.boolean(),
      inner: inner ?? scalar,
      values: fc.array(fc.oneof(scalar, fc.constant('[1, /* x */ {}]'), fc.constant('{"ours": 1}')), {
        minLength: 5,
        maxLength: 5,
      }),
      gaps: fc.array(trivia, { minLength: 30, maxLength: 30 }),
      trailing: fc.boolean(),
    })
    .map(({ others, place, has, inner, values, gaps, trailing }) => {
      const next = () => gaps.pop() ?? '';
      const names = has ? others.toSpliced(place, 0, key) : others;
      const items = names.map((name, index) => {
        const value = name === key ? inner : values[index];
        return `${next()}${JSON.stringify(name)}${next()}:${next()}${value}${next()}`;
      });
      return `{${items.join(',')}${trailing && items.length > 0 ? `,${next()}` : items.length > 0 ? '' : next()}}`;
    });
}

/** `after` is `before` with text put in at most in two places, the first of them a single comma. */
function isOnlyAddedTo(before: string, after: string): boolean {
  const added = after.length - before.length;
  for (let start = 0; start <= before.length; start += 1) {
    if (after.startsWith(before.slice(0, start)) && after.endsWith(before.slice(start))) return true;
    if (after[start] !== ',' || !after.startsWith(before.slice(0, start))) continue;
    for (let second = start; second <= before.length; second += 1) {
      const isSame = after.slice(start + 1, second + 1) === before.slice(start, second);
      if (isSame && after.slice(second + added) === before.slice(second)) return true;
    }
  }
  return false;
}

const document = (mustHave: boolean) =>
  fc
    .tuple(trivia, objectText(objectText(null, 'ours', mustHave), 'servers', mustHave), trivia)
    .map((parts) => parts.join(''));

describe('any document with comments', () => {
  it('keeps every byte when a value is added', () => {
    fc.assert(
      fc.property(document(false), (before) => {
        const value = parsed(before) as { servers?: Record<string, Json> };
        fc.pre(value.servers?.ours === undefined);
        const after = withValue(before, KEYS, ENTRY);
        expect(parsed(after)).toEqual({ ...value, servers: { ...value.servers, ours: ENTRY } });
        expect(isOnlyAddedTo(before, after), `${before}\n---\n${after}`).toBe(true);
      }),
      { numRuns: 200 },
    );
  });

  it('keeps its other values and all comments when a value is taken out', () => {
    fc.assert(
      fc.property(document(true), (before) => {
        const value = parsed(before) as { servers: Record<string, Json> };
        const { ours: _, ...rest } = value.servers;
        const after = withoutValue(before, KEYS);
        expect(parsed(after)).toEqual({ ...value, servers: rest });
        const inside = commentsOf(before).length - commentsOf(after).length;
        // Only comments between our key and its value may go.
        expect(inside).toBeLessThanOrEqual(6);
        const kept = commentsOf(after);
        let at = 0;
        for (const comment of commentsOf(before)) if (comment === kept[at]) at += 1;
        expect(at).toBe(kept.length);
      }),
      { numRuns: 200 },
    );
  });

  it('has a value that was added taken out again with the same value left', () => {
    fc.assert(
      fc.property(document(false), (before) => {
        const value = parsed(before) as { servers?: Record<string, Json> };
        fc.pre(value.servers !== undefined && value.servers.ours === undefined);
        const back = withoutValue(withValue(before, KEYS, ENTRY), KEYS);
        expect(parsed(back)).toEqual(value);
        expect(commentsOf(back)).toEqual(commentsOf(before));
      }),
      { numRuns: 200 },
    );
  });
});
