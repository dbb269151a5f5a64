import { PROJECT } from '../test/support/server-process.ts';

type Json = Readonly<Record<string, unknown>>;
export const isTable = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Words of the program's inside, which no line to a client may hold. */
const LEAKS = [
  /\\n\s+at \S+ \(/,
  /\bat [\w./<>]+:\d+:\d+/,
  /ZodError|invalid_type|unrecognized_keys|invalid_union|invalid_value|invalid_format|too_small|too_big/,
  /node_modules|main\.cjs|app\.cjs|\.ts:\d/,
  /\bundefined\b|\[object \w+\]|\bNaN\b/,
  /Cannot read propert|is not a function|Maximum call stack|internal_error/,
];

/** What a text to a client tells of the inside that it should not. */
export function leaksIn(text: string): readonly string[] {
  const found = LEAKS.flatMap((leak) => leak.exec(text)?.[0] ?? []);
  return [
    ...found.map((words) => `says ${words}`),
    ...(text.includes(PROJECT) ? ['names the installation'] : []),
  ];
}

/** The id of the answer that a line wants: it is a request by the letter of JSON-RPC; null for all else. */
export function wantedId(text: string): string | number | null {
  try {
    const message: unknown = JSON.parse(text.startsWith('\uFEFF') ? text.slice(1) : text);
    if (!isTable(message) || typeof message.method !== 'string' || message.jsonrpc !== '2.0') return null;
    const { id } = message;
    return typeof id === 'string' || Number.isInteger(id) ? (id as string | number) : null;
  } catch {
    return null;
  }
}

/** The answer to the line's own request among all that came. */
export function ownAnswer(line: { readonly text: string }, answers: readonly string[]): unknown {
  const id = wantedId(line.text);
  return answers.map((text): unknown => JSON.parse(text)).find((each) => isTable(each) && each.id === id);
}

/** The reply of a call that was refused, as one of the families says it; null for a success. */
export function refusalIn(answer: Json): string | null {
  if (!isTable(answer.result)) return 'error';
  const { isError, structuredContent } = answer.result;
  if (isError === true) return 'isError';
  if (!isTable(structuredContent)) return null;
  if (structuredContent.status === 'REJECTED') return 'REJECTED';
  return typeof structuredContent.error === 'string' ? structuredContent.error : null;
}

const SHOWN = 300;

/** The beginnings of a line and its answers. */
export const shown = ({ text }: { readonly text: string }, answers: readonly string[]) =>
  `${text.slice(0, SHOWN)} -> ${answers.join(' ').slice(0, SHOWN)}`;

/** What is wrong with the answers to one line. */
export function faultsIn(
  line: { text: string; tool: string | null },
  answers: readonly string[],
): readonly string[] {
  const parsed = answers.map((answer): unknown => JSON.parse(answer));
  const wrong = answers.flatMap(leaksIn);
  const id = wantedId(line.text);
  const own = parsed.filter((answer) => isTable(answer) && answer.id === id && id !== null);
  if (id !== null && own.length !== 1) wrong.push(`${own.length} answers`);
  if (line.tool !== null && !(isTable(own[0]) && isTable(own[0].result))) wrong.push('a protocol error');
  return wrong.map((words) => `${words}: ${shown(line, answers)}`);
}
