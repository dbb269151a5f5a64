import type { Field } from '../../src/kit/field.ts';
import type { Registry } from '../../src/kit/registry.ts';

import type { HomeTool, SessionTool, Tool } from '../../src/kit/tool.ts';
import {
  argumentFaults,
  gateSentences,
  jobSentences,
  pilotSentences,
  sayStep,
} from '../../src/kit/wording.ts';
import { sayDone, sayStranded } from '../../src/llm/autopilot-wording.ts';
import { SERIAL_PHASES } from '../../src/protocols/serial/phases.ts';
import * as serialWording from '../../src/protocols/serial/wording.ts';
import { SUBAGENT_PHASES } from '../../src/protocols/subagent/phases.ts';
import * as subagentWording from '../../src/protocols/subagent/wording.ts';
import { instructionsFor } from '../../src/server/instructions.ts';
import * as sharedWording from '../../src/session-tools/wording.ts';
import { sampleFacts } from './sample.ts';

/** What a page needs to know of one protocol beside the registry. */
interface Pages {
  readonly phases: Readonly<Record<string, { code: string; tool: string; owed: string }>>;
  readonly sayPhase: object;
  readonly say: object;
  readonly refusals: Readonly<Record<string, object>>;
}

const PAGES: Readonly<Record<string, Pages>> = {
  serial: {
    phases: SERIAL_PHASES,
    sayPhase: serialWording.sayPhase,
    say: serialWording.say,
    refusals: { 'Refusals `sequencing`': { ...sharedWording.sequencing, ...serialWording.sequencing } },
  },
  subagent: {
    phases: SUBAGENT_PHASES,
    sayPhase: subagentWording.sayPhase,
    say: subagentWording.say,
    refusals: {
      'Refusals `sequencing`': { ...sharedWording.sequencing, ...subagentWording.sequencing },
      'Refusals of an engine': subagentWording.engineSentences,
      'Refusal `adapter_error`; its code is that of the first failure': subagentWording.adapterSentences,
      'Parts of a specialist prompt': {
        ...subagentWording.sayPrompt,
        ...Object.fromEntries(
          Object.entries(subagentWording.framings).map(([name, text]) => [`framing of ${name}`, text]),
        ),
      },
    },
  },
};

/** What a call meets whose work takes longer than it may wait; the fields are those of the reply. */
const JOBS =
  '`begin_subagent_thought` and `advance_subagent_round` with the engine `necort`, and the autopilots, wait at most `wait_seconds`. A call whose work is not done answers `running: true` with `done`, `total` and `elapsed_seconds`; the same tool polls it. Every other tool that writes meets `job_running` until the work has ended, `cancel: true` stops it.';
const PILOTS =
  'Offered with `autopilot.enabled = true`. A run that stops before its commit answers `error: "autopilot_incomplete"` with `retryable`, `stopped_phase`, `stopped_code` (`cancelled` after `cancel: true`, else what the endpoint did), `stopped_detail`, `completed_steps`, `committed_thought_ids` and `rounds`.';

/** The page of a protocol: all that is advertised to a model and all that is said to it. */
export function contractPage(registry: Registry, protocol: string): string {
  const page = PAGES[protocol];
  if (page === undefined) throw new Error(`no page for ${protocol}`);
  const here = [...registry.tools.values()]
    .filter(isStepTool)
    .filter(({ gate }) => gate.protocol === null || ['any', protocol].includes(gate.protocol));
  const isPilot = ({ name }: StepTool) => name === registry.protocols.get(protocol)?.autopilot?.name;
  const [tools, pilots] = [here.filter((tool) => !isPilot(tool)), here.filter(isPilot)];
  return [
    `# Contract of the ${protocol} protocol`,
    'Generated from the code by `npx vitest run test/registry -u`; a test fails when the two differ.',
    '## Server instructions',
    instructionsFor((tool) => registry.tools.has(tool)),
    '## Modes',
    ...registry.modes.map((mode) => `* **${mode.name}**: ${mode.description} *For:* ${mode.recommended_for}`),
    '## Phases',
    phaseTable(page.phases),
    '## Tools',
    ...tools.flatMap(toolSection),
    '## The autopilot',
    PILOTS,
    ...pilots.flatMap(toolSection),
    '## Sentences',
    ...sentenceTable('Steps that no protocol owns', sayStep),
    ...sentenceTable(`Steps of the ${protocol} loop`, page.sayPhase),
    ...sentenceTable(`What happened: ${protocol} tools`, page.say),
    ...sentenceTable('What happened: shared tools', sharedWording.say),
    ...sentenceTable('Work that outlasts its call', jobSentences),
    JOBS,
    ...sentenceTable('Refusals of the autopilot', { ...pilotSentences, stranded: sayStranded('<tool>') }),
    ...sentenceTable('What a run lists in `completed_steps`', {
      ...sayDone,
      critique: sayDone.critique('<lens>'),
      score: sayDone.score(sampleFacts('round')),
      closed: sayDone.closed(sampleFacts('round')),
      specialist: sayDone.specialist('<specialist>'),
    }),
    ...sentenceTable('Refusals of the gate', gateSentences),
    ...Object.entries(page.refusals).flatMap(([title, sentences]) => sentenceTable(title, sentences)),
    ...sentenceTable('Refusals of shared tools', sharedWording.sentences),
    ...sentenceTable('What is wrong with an argument', argumentFaults),
  ].join('\n\n');
}

type StepTool = SessionTool | HomeTool;

/** Tools of the exact shapes stand on the pages of their own protocols. */
const isStepTool = (tool: Tool): tool is StepTool => tool.kind !== 'record';

export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|').replaceAll('\n', ' ')).join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

function phaseTable(phases: Pages['phases']): string {
  const rows = Object.entries(phases).map(([name, { code, tool, owed }]) => [name, code, tool, owed]);
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
