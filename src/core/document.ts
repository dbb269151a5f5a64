import type * as z from 'zod';
import { SessionDocument } from './session.ts';

/** Reads documents as one kind of session; a document is never changed in place, so each is parsed once. */
export interface DocumentReader<S extends SessionDocument> {
  /** Throws the schema's error when the document is not of this kind: its file is damaged. */
  read(document: SessionDocument): S;
  /** Remembers a session that was made by typed code and needs no parsing. */
  trust(session: S): S;
}

/** For a document that the store has stamped: the same session as typed code made it. */
const unstamped = new WeakMap<SessionDocument, SessionDocument>();

/** What the store writes into the header of each session that it keeps. */
export type Stamp = Pick<SessionDocument, 'id' | 'revision' | 'updated_at'>;

/** The session with its stamp; a reader that trusts the session trusts what comes back. */
export function stamped(session: SessionDocument, stamp: Stamp): SessionDocument {
  const document = { ...session, ...stamp };
  unstamped.set(document, session);
  return document;
}

/** A reader for the documents that `schema` describes. */
export function documentReader<S extends SessionDocument>(schema: z.ZodType<S>): DocumentReader<S> {
  const known = new WeakMap<SessionDocument, S>();
  const keep = (document: SessionDocument, session: S) => {
    known.set(document, session);
    return session;
  };
  const inherited = (document: SessionDocument): S | undefined => {
    const source = unstamped.get(document);
    const isTrusted = source !== undefined && (known.get(source) as SessionDocument | undefined) === source;
    // A stamp replaces an id, a number and a time by others, so what held for the source holds here.
    return isTrusted ? keep(document, document as S) : undefined;
  };
  return {
    read: (document) => known.get(document) ?? inherited(document) ?? keep(document, schema.parse(document)),
    trust: (session) => keep(session, session),
  };
}

/** Reads what every session has in common. */
export const anySession = documentReader<SessionDocument>(SessionDocument);
