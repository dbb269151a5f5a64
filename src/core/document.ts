import type * as z from 'zod';
import { SessionDocument } from './session.ts';

/** Reads documents as one kind of session; a document is never changed in place, so each is parsed once. */
export interface DocumentReader<S extends SessionDocument> {
  /** Throws the schema's error when the document is not of this kind: its file is damaged. */
  read(document: SessionDocument): S;
  /** Remembers a session that was made by typed code and needs no parsing. */
  trust(session: S): S;
}

/**
 * For a document that was made by typed code: the readers that need not parse it. The values know no document,
 * because one that led back to its key would keep both until the whole heap is cleared.
 */
const trustedBy = new WeakMap<SessionDocument, ReadonlySet<object>>();

/** What the store writes into the header of each session that it keeps. */
export type Stamp = Pick<SessionDocument, 'id' | 'revision' | 'updated_at'>;

/** The session with its stamp; a reader that trusts the session trusts what comes back. */
export function stamped(session: SessionDocument, stamp: Stamp): SessionDocument {
  const document = { ...session, ...stamp };
  // A stamp replaces an id, a number and a time by others, so what held for the session holds here.
  const readers = trustedBy.get(session);
  if (readers !== undefined) trustedBy.set(document, readers);
  return document;
}

/** A reader for the documents that `schema` describes. */
export function documentReader<S extends SessionDocument>(
  schema: Pick<z.ZodType<S>, 'parse'>,
): DocumentReader<S> {
  const parsed = new WeakMap<SessionDocument, S>();
  const alone: ReadonlySet<object> = new Set([schema]);
  const trust = (session: S) => {
    const others = trustedBy.get(session);
    if (others?.has(schema) !== true)
      trustedBy.set(session, others === undefined ? alone : new Set([...others, schema]));
    return session;
  };
  const parse = (document: SessionDocument) => {
    const session = schema.parse(document);
    parsed.set(document, session);
    return session;
  };
  return {
    // Only `trust`, which takes sessions of this kind, and their stamped copies have the schema in their set.
    read: (document) =>
      trustedBy.get(document)?.has(schema) === true
        ? (document as S)
        : (parsed.get(document) ?? parse(document)),
    trust,
  };
}

/** Reads what every session has in common. */
export const anySession = documentReader<SessionDocument>(SessionDocument);
