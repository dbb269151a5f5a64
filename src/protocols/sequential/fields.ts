/** How the value of a field is read: a text of any kind, a branch name (empty = none), or the id of a session. */
export type FieldType = 'text' | 'name' | 'id' | 'boolean' | 'integer';

/** The fields of both notebooks in the order in which a refusal names them. */
const fields = {
  thought: { type: 'text', required: true },
  nextThoughtNeeded: { type: 'boolean', required: true },
  thoughtNumber: { type: 'integer', required: true },
  totalThoughts: { type: 'integer', required: true },
  isRevision: { type: 'boolean', required: false },
  revisesThought: { type: 'integer', required: false },
  branchFromThought: { type: 'integer', required: false },
  branchId: { type: 'name', required: false },
  needsMoreThoughts: { type: 'boolean', required: false },
  sessionId: { type: 'id', required: false },
  parentSessionId: { type: 'id', required: false },
  parentThoughtId: { type: 'name', required: false },
} as const satisfies Record<string, { type: FieldType; required: boolean }>;

export type ChainField = keyof typeof fields;

/** One row for each field: its name, its type, and whether it must be given. */
export const CHAIN_FIELDS = Object.entries(fields) as readonly [
  ChainField,
  { readonly type: FieldType; readonly required: boolean },
][];

/** How a field is read. */
export function fieldType(field: ChainField): FieldType {
  return fields[field].type;
}
