import type { FieldSchema, ObjectSchema } from '../../kit/field.ts';
import { modes } from './modes.ts';
import { MODE_NAMES } from './state.ts';

/** The tools of a review. */
export const REVIEW_TOOL_NAMES = [
  'start_review',
  'submit',
  'get_verdict',
  'list_reviews',
  'abandon_review',
] as const;
export type ReviewToolName = (typeof REVIEW_TOOL_NAMES)[number];

/** A tool of the reviews as it is advertised. */
export interface ReviewTool {
  readonly name: ReviewToolName;
  readonly title: string;
  readonly description: string;
  readonly effect: 'reads' | 'writes';
  readonly inputSchema: ObjectSchema;
}

const TYPES = { text: 'string', word: 'string', grade: 'integer', flag: 'boolean' } as const;

/** The fields of every phase, each with the one type that it has everywhere. */
function itemProperties(): Readonly<Record<string, FieldSchema>> {
  const rules = Object.values(modes).flatMap(({ phases }) =>
    phases.flatMap((phase) => Object.entries(phase.rules)),
  );
  const own = rules.map(([field, { kind }]): [string, FieldSchema] => [field, { type: TYPES[kind] }]);
  return { index: { type: 'integer' }, ...Object.fromEntries(own) };
}

const review_id: FieldSchema = { type: 'string' };

function tool(
  name: ReviewToolName,
  effect: ReviewTool['effect'],
  title: string,
  description: string,
  properties: Readonly<Record<string, FieldSchema>>,
  required: readonly string[] = Object.keys(properties),
): ReviewTool {
  const inputSchema: ObjectSchema = { type: 'object', properties };
  const needed = required.length === 0 ? {} : { required };
  return { name, title, description, effect, inputSchema: { ...inputSchema, ...needed } };
}

/** The five tools, in the order of a review. */
export const reviewTools: readonly ReviewTool[] = [
  tool(
    'start_review',
    'writes',
    'Start a review',
    'Put a claim to the test before anybody acts on it. Returns a review_id and instructions for the first phase.',
    {
      claim: {
        type: 'string',
        description: 'One statement, at least 10 characters; else the thought of the parent.',
      },
      mode: {
        type: 'string',
        enum: MODE_NAMES,
        description: 'Attack it, imagine its failure, find what it relies on, or argue the other side.',
      },
      context: { type: 'string' },
      parent_session_id: { type: 'string' },
      parent_thought_id: { type: 'string' },
    },
    ['claim', 'mode'],
  ),
  tool(
    'submit',
    'writes',
    'Submit items',
    'Hand in the items of the phase as its instructions say. One bad item refuses all.',
    {
      review_id,
      items: { type: 'array', items: { type: 'object', properties: itemProperties() } },
    },
  ),
  tool(
    'get_verdict',
    'reads',
    'Get the verdict',
    'Read the report of a complete review: what was said, the score, the assessment and the rule behind it.',
    { review_id },
  ),
  tool(
    'list_reviews',
    'reads',
    'List reviews',
    'List the reviews, newest first, each with its status and the phase in work.',
    {},
  ),
  tool(
    'abandon_review',
    'writes',
    'Abandon a review',
    'Close a review that will not be worked any further. It is kept.',
    { review_id, reason: { type: 'string' } },
  ),
];
