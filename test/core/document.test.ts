import { expect, it } from 'vitest';
import * as z from 'zod';
import { documentReader, stamped } from '../../src/core/document.ts';
import { SessionDocument } from '../../src/core/session.ts';
import { draft, LATER } from '../support/session-drafts.ts';

const Kind = SessionDocument.made().extend({ n: z.number() });
const stamp = { id: 'a1', revision: 2, updated_at: LATER };
const session = (over: Record<string, unknown>): SessionDocument =>
  SessionDocument.parse({ ...draft(over), id: 'a1' });

it('a document is parsed once', () => {
  const reader = documentReader(Kind);
  const document = session({ n: 1 });
  expect(reader.read(document)).toBe(reader.read(document));
  expect(reader.read(document)).not.toBe(document);
  expect(() => reader.read(session({ n: 'one' }))).toThrow(z.ZodError);
});

it('a stamp changes the header alone', () => {
  const document = session({ n: 1, thoughts: [{}] });
  const after = stamped(document, stamp);
  expect(after).toEqual({ ...document, ...stamp });
  expect(after.thoughts).toBe(document.thoughts);
  expect(document.revision).toBe(1);
});

it('a trusted session is read as it is, stamped or not', () => {
  const reader = documentReader(Kind);
  const typed = reader.trust({ ...Kind.parse(session({ n: 1 })), n: 2 });
  const after = stamped(typed, stamp);
  expect(reader.read(typed)).toBe(typed);
  expect(reader.read(after)).toBe(after);
});

it('a stamp makes no other session trusted', () => {
  const reader = documentReader(Kind);
  const document = session({ n: 1 });
  reader.read(document);
  const bad = stamped(session({ n: 'one' }), stamp);
  expect(reader.read(stamped(document, stamp))).toEqual({ ...document, ...stamp });
  expect(() => reader.read(bad)).toThrow(z.ZodError);
  const other = documentReader(SessionDocument.made().extend({ n: z.string() }));
  const trusted = stamped(reader.trust(Kind.parse(document)), stamp);
  expect(() => other.read(trusted)).toThrow(z.ZodError);
});
