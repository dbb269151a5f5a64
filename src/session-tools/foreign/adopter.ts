import type { Table } from '../../core/portable-record.ts';

/** Brings a record of another server into the shape of an export of ours; null when it is none of that server. */
export type Adopter = (table: Table) => Table | null;

/** A time as text, from ISO 8601 or ms since 1970; undefined when it is neither. */
export function timeOf(value: unknown): string | undefined {
  if (typeof value === 'number' && Number.isFinite(value)) return new Date(value).toISOString();
  if (typeof value !== 'string' || Number.isNaN(Date.parse(value))) return undefined;
  return new Date(value).toISOString();
}

/** The value when it is a table. */
export function tableOf(value: unknown): Table | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Table) : null;
}
