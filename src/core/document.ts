import type * as z from 'zod';
import { SessionDocument } from './session.ts';

/** Reads documents as one kind of session; a document is never changed in place, so each is parsed once. */
export interface DocumentReader<S extends SessionDocument> {
  /** Throws the schema's error when the document is not of this kind: its file is damaged. */
  read(document: SessionDocument): S;
  /** Remembers a session that was made by typed code and needs no parsing. */
  trust(session: S): S;
}

/** A reader for the documents that `schema` describes. */
export function documentReader<S extends SessionDocument>(schema: z.ZodType<S>): DocumentReader<S> {
  const known = new WeakMap<SessionDocument, S>();
  const keep = (document: SessionDocument, session: S) => {
    known.set(document, session);
    return session;
  };
  return {
    read: (document) => known.get(document) ?? keep(document, schema.parse(document)),
    trust: (session) => keep(session, session),
  };
}

/** Reads what every session has in common. */
export const anySession = documentReader<SessionDocument>(SessionDocument);
