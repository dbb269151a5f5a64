import type { FieldSchema } from '../../kit/field.ts';
import { CHAIN_FIELDS, type ChainField } from './fields.ts';
import type { ChainTool } from './state.ts';

/** A property as it is advertised: one type, and for numbers the least value. */
interface ChainProperty {
  readonly type: FieldSchema['type'];
  readonly description?: string;
  readonly minimum?: number;
}

/** A notebook as `tools/list` shows it. */
export interface AdvertisedChainTool {
  readonly name: ChainTool;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: {
    readonly type: 'object';
    readonly properties: Readonly<Record<ChainField, ChainProperty>>;
    readonly required: readonly ChainField[];
  };
}

/** Words for the fields whose names do not say enough. */
const about: Partial<Record<ChainField, string>> = {
  totalThoughts: 'Your present guess.',
  sessionId: 'Names a chain, to go on with it later.',
};

function propertyOf([field, { type }]: (typeof CHAIN_FIELDS)[number]) {
  const described = about[field] === undefined ? {} : { description: about[field] };
  if (type === 'integer') return [field, { type, minimum: 1, ...described }];
  return [field, { type: type === 'boolean' ? type : 'string', ...described }];
}

// One entry for each row of the table of fields, so for each ChainField.
const properties = Object.fromEntries(CHAIN_FIELDS.map(propertyOf)) as Record<ChainField, ChainProperty>;
const required = CHAIN_FIELDS.filter(([, row]) => row.required).map(([field]) => field);

function advertised(name: ChainTool, title: string, description: string): AdvertisedChainTool {
  return { name, title, description, inputSchema: { type: 'object', properties, required } };
}

/** Both notebooks, in the order in which they are listed. */
export const chainTools: readonly AdvertisedChainTool[] = [
  advertised(
    'sequentialthinking',
    'Sequential thinking',
    'Think a hard problem through, one step a call. Found a mistake? Send the correction with isRevision and revisesThought. Two routes possible? Fork one with branchFromThought and branchId, then compare. nextThoughtNeeded false ends it.',
  ),
  advertised(
    'darbot_deepmind',
    'Darbot deepmind',
    'Reason step by step, checked. Correct a wrong thought with isRevision and revisesThought, follow an alternative with branchFromThought and branchId; both point to a lower number. nextThoughtNeeded false ends it.',
  ),
];
