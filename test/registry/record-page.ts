import type { FieldSchema } from '../../src/kit/field.ts';
import type { Registry } from '../../src/kit/registry.ts';
import type { RecordTool } from '../../src/kit/tool.ts';
import { phaseWords } from '../../src/protocols/review/instruction-wording.ts';
import { instructionsFor } from '../../src/protocols/review/instructions.ts';
import { modes } from '../../src/protocols/review/modes.ts';
import { REVIEW_PHASES } from '../../src/protocols/review/phases.ts';
import { REVIEW_TOOL_NAMES } from '../../src/protocols/review/tools.ts';
import { noteWords, ruleWords, skipWords } from '../../src/protocols/review/verdict-wording.ts';
import * as reviewWording from '../../src/protocols/review/wording.ts';
import { CHAIN_PHASES } from '../../src/protocols/sequential/protocol.ts';
import { isChainTool } from '../../src/protocols/sequential/state.ts';
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
    ...recordTools(registry, isChainTool).flatMap(toolSection),
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
        suggestion('SESSION_ID'),
      ]),
    ),
  ].join('\n\n');
}

/** The page of the reviews. */
export function reviewPage(registry: Registry): string {
  const phases = Object.values(modes).flatMap((mode) =>
    mode.phases.map((phase) => ({ mode: mode.name, phase })),
  );
  return [
    '# Contract of the review protocol',
    GENERATED,
    ...opening(registry, 'review', REVIEW_PHASES),
    ...recordTools(registry, (name) => REVIEW_TOOL_NAMES.some((each) => each === name)).flatMap(toolSection),
    'A refusal is an `isError` result whose text names every problem; nothing is stored.',
    '## Phases',
    ...phases.flatMap(({ mode, phase }) => [
      `### ${phase.name} (${mode})`,
      phaseWords[phase.name].goal,
      table(
        ['field', 'must be'],
        Object.entries(formatOf(instructionsFor({ id: 'rev-k7m2', phases: {} }, phase))),
      ),
      ...phaseWords[phase.name].rules(2).map((rule) => `* ${rule}`),
    ]),
    '## Sentences',
    ...sentenceTable('Rules of a verdict', ruleWords),
    ...sentenceTable('Skipped phases', skipWords),
    ...sentenceTable('Items without an answer', {
      counterarguments: noteWords.counterarguments(3),
      failure_causes: noteWords.failure_causes(9),
      assumptions: noteWords.assumptions(),
    }),
    ...sentenceTable('What a review wants next', {
      several: reviewWording.sayStep.several({ phase: 'assumptions', noun: 'assumption', least: 4, have: 0 }),
      each: reviewWording.sayStep.each({ noun: 'test', pending: 2 }),
      one: reviewWording.sayStep.one(),
      complete: reviewWording.sayStep.complete(),
    }),
  ].join('\n\n');
}

const formatOf = (instructions: object): Record<string, string> => Object(instructions).item_format;

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
