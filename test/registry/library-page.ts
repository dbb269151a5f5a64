import { describePrompt, offeredPrompts, type Prompt } from '../../src/prompts/list.ts';
import { NO_OPEN_SESSION, promptRefusals, sayContinue, sayPrompt } from '../../src/prompts/wording.ts';
import { FIXED, TEMPLATES } from '../../src/resources/list.ts';
import { resourceRefusals } from '../../src/resources/wording.ts';
import { sentenceTable, table } from './contract-page.ts';

/** The page of what is no tool: prompts with their texts, and resources. */
export function libraryPage(): string {
  const resources = [
    ...FIXED.map(({ uri, mimeType, description }) => [uri, mimeType, description]),
    ...TEMPLATES.map(({ uriTemplate, mimeType, description }) => [uriTemplate, mimeType, description]),
  ];
  return [
    '# Contract of prompts and resources',
    'Generated from the code by `npx vitest run test/registry -u`; a test fails when the two differ.',
    '## Prompts',
    'A prompt is listed when all of its tools are registered. It becomes one message of the user.',
    ...offeredPrompts(() => true).flatMap(promptSection),
    '## Resources',
    table(['URI', 'type', 'what it is'], resources),
    '## Sentences',
    ...sentenceTable('Refusals of prompts, code -32602', promptRefusals),
    ...sentenceTable(
      'Refusals of resources, code -32002; of a template, a cursor or a subscription, code -32602',
      resourceRefusals,
    ),
  ].join('\n\n');
}

function promptSection(prompt: Prompt): string[] {
  const { title, description, arguments: fields } = describePrompt(prompt);
  const rows = fields.map((field) => [field.name, field.required ? 'yes' : 'no', field.description]);
  return [
    `### ${prompt.name}`,
    description,
    `*${title}; tools ${prompt.tools.join(', ')}.*`,
    table(['argument', 'needed', 'hint'], rows),
    fence(textOf(prompt)),
    ...(prompt.name === 'continue' ? ['Without an open session:', fence(NO_OPEN_SESSION)] : []),
  ];
}

function textOf({ name, arguments: fields }: Prompt): string {
  if (name === 'continue')
    return sayContinue({ session_id: '<session_id>', message: '<message>', next_tool: '<next_tool>' });
  return sayPrompt[name](Object.fromEntries(fields.map((field) => [field.name, `<${field.name}>`])));
}

const fence = (text: string) => `\`\`\`text\n${text}\n\`\`\``;
