import type { FieldSchema } from '../../src/kit/field.ts';
import type { Registry } from '../../src/kit/registry.ts';
import type { RecordTool } from '../../src/kit/tool.ts';
import { CHAIN_PHASES } from '../../src/protocols/sequential/protocol.ts';
import * as chainWording from '../../src/protocols/sequential/wording.ts';
import { TREE_PHASES } from '../../src/protocols/tree/phases.ts';
import { nextInstructions, startInstructions } from '../../src/protocols/tree/task-wording.ts';
import * as treeWording from '../../src/protocols/tree/wording.ts';
import { sentenceTable, table } from './contract-page.ts';

const GENERATED =
  'Generated from the code by `npx vitest run test/registry -u`; a test fails when the two differ.';

/** The page of the notebooks. */
export function sequentialPage(registry: Registry): string {
  return [
    '# Contract of the sequential protocol',
    GENERATED,
    ...opening(registry, 'sequential', CHAIN_PHASES),
    ...recordTools(registry, (name) => !name.startsWith('tot_')).flatMap(toolSection),
    '## Answers',
    table(
      ['tool', 'fields in this order'],
      [
        [
          'sequentialthinking',
          'thoughtNumber, totalThoughts, nextThoughtNeeded, branches, thoughtHistoryLength',
        ],
        [
          'darbot_deepmind',
          'the same, then of isRevision, revisesThought, branchId, branchFromThought, needsMoreThoughts those that were sent',
        ],
      ],
    ),
    'Beside them, in `_meta`: `deep-think/session_id` always, `deep-think/branch_count` above 200 branches, `deep-think/flags` when a sign shows. Refused arguments are an `isError` result that names every bad field.',
    '## Sentences',
    ...sentenceTable('What a chain wants next', chainWording.sayChain),
    ...sentenceTable('Signs, once each on stderr', chainWording.sayNote),
  ].join('\n\n');
}

/** The page of the tree of thoughts. */
export function treePage(registry: Registry): string {
  return [
    '# Contract of the tree protocol',
    GENERATED,
    ...opening(registry, 'tree', TREE_PHASES),
    ...recordTools(registry, (name) => name.startsWith('tot_')).flatMap(toolSection),
    '## Rules that tot_start hands out',
    ...startInstructions({ minRounds: 5, allowEarlyTerminal: false }).split('\n').filter(Boolean),
    '## Sentences',
    table(
      ['phase', 'instructions of tot_next'],
      Object.entries(nextInstructions).map(([phase, lines]) => [phase, lines.join(' ')]),
    ),
    table(
      ['state', 'in the legend'],
      Object.entries(treeWording.legend).map(([state, words]) => [state, words]),
    ),
    table(
      ['code of a closed session', 'message', 'suggestion'],
      Object.entries(treeWording.closed).map(([code, { message, suggestion }]) => [
        code,
        message,
        suggestion,
      ]),
    ),
  ].join('\n\n');
}

function opening(registry: Registry, name: string, phases: readonly string[]): string[] {
  const { description = '', recommended_for = '' } = registry.protocols.get(name)?.summary ?? {};
  return [`${description} *For:* ${recommended_for}`, `Phases: ${phases.join(', ')}.`, '## Tools'];
}

function recordTools(registry: Registry, belongs: (name: string) => boolean): readonly RecordTool[] {
  return [...registry.tools.values()].filter(
    (tool) => tool.kind === 'record' && belongs(tool.name),
  ) as RecordTool[];
}

function toolSection({ name, description, title, effect, inputSchema }: RecordTool): string[] {
  const { properties, required = [] } = inputSchema;
  const rows = Object.entries(properties).flatMap(([field, schema]) => rowsOf(field, schema, required));
  return [
    `### ${name}`,
    description,
    `*${title}; ${effect}.*`,
    table(['parameter', 'type', 'needed', 'hint'], rows),
  ];
}

/** A row for a parameter and, for lists of objects, one for each of their fields. */
function rowsOf(path: string, schema: FieldSchema, required: readonly string[]): string[][] {
  const name = path.split('.').at(-1) ?? '';
  const type = schema.enum === undefined ? schema.type : schema.enum.map((each) => `"${each}"`).join(' or ');
  const range = schema.maximum === undefined ? '' : ` ${schema.minimum}–${schema.maximum}`;
  const { properties = {}, required: inner = [] } = schema.items ?? {};
  return [
    [path, `${type}${range}`, required.includes(name) ? 'yes' : 'no', schema.description ?? ''],
    ...Object.entries(properties).flatMap(([field, each]) => rowsOf(`${path}[].${field}`, each, inner)),
  ];
}
