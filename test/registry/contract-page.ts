import type { Field } from '../../src/kit/field.ts';
import type { Registry } from '../../src/kit/registry.ts';

import type { HomeTool, SessionTool, Tool } from '../../src/kit/tool.ts';
import { argumentFaults, gateSentences, sayStep } from '../../src/kit/wording.ts';
import { SERIAL_PHASES, type SerialPhase } from '../../src/protocols/serial/phases.ts';
import * as serialWording from '../../src/protocols/serial/wording.ts';
import { INSTRUCTIONS } from '../../src/server/mcp.ts';
import * as sharedWording from '../../src/session-tools/wording.ts';
import { sampleFacts } from './sample.ts';

/** The page of a protocol: all that is advertised to a model and all that is said to it. */
export function serialPage(registry: Registry): string {
  return [
    '# Contract of the serial protocol',
    'Generated from the code by `npx vitest run test/registry -u`; a test fails when the two differ.',
    '## Server instructions',
    INSTRUCTIONS,
    '## Modes',
    ...registry.modes.map((mode) => `* **${mode.name}**: ${mode.description} *For:* ${mode.recommended_for}`),
    '## Phases',
    phaseTable(),
    '## Tools',
    ...[...registry.tools.values()].filter(isStepTool).flatMap(toolSection),
    '## Sentences',
    ...sentenceTable('Steps that no protocol owns', sayStep),
    ...sentenceTable('Steps of the serial loop', serialWording.sayPhase),
    ...sentenceTable('What happened: serial tools', serialWording.say),
    ...sentenceTable('What happened: shared tools', sharedWording.say),
    ...sentenceTable('Refusals of the gate', gateSentences),
    ...sentenceTable('Refusals `sequencing`', { ...sharedWording.sequencing, ...serialWording.sequencing }),
    ...sentenceTable('Refusals of shared tools', sharedWording.sentences),
    ...sentenceTable('What is wrong with an argument', argumentFaults),
  ].join('\n\n');
}

type StepTool = SessionTool | HomeTool;

/** Tools of the exact shapes stand on the pages of their own protocols. */
const isStepTool = (tool: Tool): tool is StepTool => tool.kind !== 'record';

export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

function phaseTable(): string {
  const names = Object.keys(SERIAL_PHASES) as SerialPhase[];
  const rows = names.map((name) => {
    const { code, tool, owed } = SERIAL_PHASES[name];
    return [name, code, tool, owed];
  });
  return table(['phase', '`next_action` code', 'next tool', 'other tools meet'], rows);
}

function toolSection(tool: StepTool): string[] {
  const { gate } = tool;
  const where = gate.phases === undefined ? 'any phase' : `phases ${gate.phases.join(', ')}`;
  const waived = gate.waivedBy === undefined ? '' : `, or with ${gate.waivedBy}: true`;
  const mode = gate.protocol === null ? 'no mode needed' : `mode ${gate.protocol}`;
  const fields = Object.entries(tool.fields);
  const parameters =
    fields.length === 0 ? [] : [table(['parameter', 'type', 'needed', 'hint'], fields.map(row))];
  return [
    `### ${tool.name}`,
    tool.description,
    `*${tool.title}; ${tool.effect}; ${mode}; ${where}${waived}.*`,
    ...parameters,
    `Example: \`${JSON.stringify(tool.example)}\``,
  ];
}

function row([name, field]: [string, Field<unknown>]): string[] {
  const { schema } = field;
  const type = schema.enum === undefined ? schema.type : schema.enum.map((each) => `"${each}"`).join(' or ');
  return [name, type, field.required ? 'yes' : 'no', schema.description ?? ''];
}

export function sentenceTable(title: string, sentences: object): string[] {
  const rows = Object.entries(sentences).map(([code, sentence]: [string, unknown]) => [
    code,
    sample(sentence),
  ]);
  return [`### ${title}`, table(['code', 'sentence'], rows)];
}

/** A sentence with its facts shown by name; two loose arguments are the place and the value. */
function sample(sentence: unknown): string {
  if (typeof sentence !== 'function') return String(sentence);
  if (sentence.length === 2) return String(sentence('<where>', '<sent>'));
  return String(sentence(sampleFacts()));
}
