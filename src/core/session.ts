import * as z from 'zod';
import { lateSchema } from './late-schema.ts';

/** The layout of session files that this version writes; a file with a higher number is read-only. */
export const SCHEMA_VERSION = 1;

/** Where a session stands in its life. A review's `complete` and a tree's end are derived by their protocols. */
export const SessionStatus = z.enum(['active', 'finalized', 'abandoned', 'archived']);
export type SessionStatus = z.infer<typeof SessionStatus>;

/** One relocation of a session file; `unlink_failed` means that the old file is still there. */
export const MoveRecord = lateSchema(() =>
  z.object({
    from_path: z.string(),
    to_path: z.string(),
    timestamp: z.string(),
    unlink_failed: z.boolean().default(false),
  }),
);

/** A choice of the person about the saved file; only `keep_here` is written. */
export const DecisionRecord = lateSchema(() => z.object({ action: z.string(), timestamp: z.string() }));

/**
 * What every session file starts with, whatever its protocol. Times are ISO 8601 in UTC; `revision` grows by
 * one with each stored change; `protocol` is null until a mode is chosen. The fields of the protocol follow,
 * flat, and are left to its own schema.
 */
export const SessionDocument = lateSchema(() =>
  z.looseObject({
    schema_version: z.int().min(1),
    id: z.string().min(1),
    protocol: z.string().nullable(),
    status: SessionStatus,
    revision: z.int().min(1),
    created_at: z.string(),
    updated_at: z.string(),
    finalized_at: z.string().nullable().default(null),
    project: z.string().nullable().default(null),
    question: z.string(),
    overrides: z.record(z.string(), z.unknown()).default({}),
    move_history: z.array(MoveRecord).default([]),
    decisions: z.array(DecisionRecord).default([]),
  }),
);
export type SessionDocument = z.infer<typeof SessionDocument>;

/** Ids that a client may name: they become file names, so nothing but letters, digits, `_` and `-`. */
export const SESSION_ID = /^[A-Za-z0-9_-]{1,64}$/;

/** Names that are no files on Windows, whatever their case. */
const DEVICE_NAME = /^(?:con|prn|aux|nul|com[1-9]|lpt[1-9])$/i;

/** Whether a session may have this id: it makes a safe file name on every system. */
export function isSessionId(id: string): boolean {
  return SESSION_ID.test(id) && !DEVICE_NAME.test(id);
}
