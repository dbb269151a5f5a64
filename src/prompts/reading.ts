import { readList } from '../core/lenient/list.ts';
import { nearest } from '../core/nearest.ts';
import { excerpt, isBlank } from '../core/text.ts';
import type { Answered, Unanswered } from '../kit/answered.ts';
import { formOf } from './forms.ts';
import type { Prompt } from './list.ts';
import { promptRefusals, type Values } from './wording.ts';

/** How much of what was sent a refusal repeats, in code points. */
const ECHOED = 64;

const refuse = (message: string): Unanswered => ({ problem: 'bad_request', message });

/** What is near to a name that is none, for a sentence. */
function alternatives(sent: string, known: readonly string[]) {
  return { near: nearest(known, excerpt(sent, ECHOED)), known };
}

/** The prompt of that name among those that are offered. */
export function promptNamed(name: string, offered: readonly Prompt[]): Answered<Prompt> {
  const known = offered.map((each) => each.name);
  const found = offered.find((each) => each.name === name);
  return (
    found ??
    refuse(promptRefusals.unknown_prompt({ name: excerpt(name, ECHOED), ...alternatives(name, known) }))
  );
}

/** The refusal of an argument that the prompt does not have, or null. */
export function vetArgument(prompt: Prompt, name: string): Unanswered | null {
  const known = prompt.arguments.map((each) => each.name);
  if (known.includes(name)) return null;
  const facts = { name: excerpt(name, ECHOED), ...alternatives(name, known) };
  return refuse(promptRefusals.unknown_argument(facts));
}

/** The arguments that were given: blank ones count as left out, lists become JSON text. */
export function readValues(
  prompt: Prompt,
  given: Readonly<Record<string, string>>,
): Answered<{ readonly values: Values }> {
  for (const name of Object.keys(given)) {
    const objection = vetArgument(prompt, name);
    if (objection !== null) return objection;
  }
  const values = new Map<string, string>();
  for (const { name, required, description } of prompt.arguments) {
    const text = Object.hasOwn(given, name) ? (given[name] ?? '') : '';
    if (isBlank(text)) {
      if (!required) continue;
      return refuse(promptRefusals.missing_argument({ prompt: prompt.name, name, description }));
    }
    const read = readValue(prompt, name, text);
    if (typeof read !== 'string') return read;
    values.set(name, read);
  }
  return { values: Object.fromEntries(values) };
}

function readValue(prompt: Prompt, name: string, text: string): string | Unanswered {
  const form = formOf(prompt.name, name);
  const got = excerpt(text, ECHOED);
  if (form?.kind === 'choice') {
    const word = text.trim();
    if (form.options.includes(word)) return word;
    return refuse(promptRefusals.not_an_option({ name, got, ...alternatives(word, form.options) }));
  }
  if (form?.kind !== 'list') return text.trim();
  const read = readList(text);
  return read.ok ? JSON.stringify(read.value) : refuse(promptRefusals.not_a_list({ name, got }));
}
