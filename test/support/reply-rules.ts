import { isDeepStrictEqual } from 'node:util';
import type { CallResult, ListedTool } from './client.ts';
import { PROJECT } from './server-process.ts';

const MOST_CHARACTERS = 8000;
/** Fields that carry material whole: drafts, lens texts, one thought, an export. */
const MATERIAL = [
  'draft_content',
  'lens_template',
  'critique_text',
  'thought',
  'export',
  'specialist_prompt',
];
const CONTENT_TYPES = ['text', 'image', 'audio', 'resource', 'resource_link'];
const LEAKS = [
  /\n\s+at \S+ \(/,
  /\bat [\w./<>]+:\d+:\d+/,
  /ZodError|"?invalid_type"?|unrecognized_keys|invalid_union|invalid_value/,
  /node_modules|main\.cjs|\.ts:\d/,
];

/** One line for each rule that every reply of a staged tool keeps and this one breaks. */
export function brokenRules(result: CallResult, tools: readonly ListedTool[]): readonly string[] {
  const { content, reply, tool } = result;
  const text = content[0]?.text ?? '';
  const broken: string[] = [];
  const rule = (holds: boolean, words: string) => {
    if (!holds) broken.push(`${tool}: ${words}: ${text.slice(0, 300)}`);
  };
  rule(content.length > 0 && content.every(({ type }) => CONTENT_TYPES.includes(type)), 'content types');
  rule(typeof content[0]?.text === 'string', 'a text item has a text');
  rule(isDeepStrictEqual(parsed(text), reply), 'text equals structuredContent');
  rule(typeof reply.message === 'string' && reply.message.trim() !== '', 'has a message');
  rule(reply.session_id === null || typeof reply.session_id === 'string', 'has a session_id');
  const next = reply.next_tool;
  rule(next === null || tools.some(({ name }) => name === next), 'next_tool is a listed tool or null');
  rule(!result.isError, 'is no error result');
  rule(MATERIAL.some((name) => name in reply) || text.length < MOST_CHARACTERS, `is short (${text.length})`);
  rule(
    !LEAKS.some((leak) => leak.test(text)) && !text.includes(PROJECT),
    'names nothing of the installation',
  );
  return broken;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
