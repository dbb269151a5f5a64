import { excerpt } from '../core/text.ts';
import type { Answered, Unanswered } from '../kit/answered.ts';
import { type Form, formOf } from '../prompts/forms.ts';
import type { Prompt } from '../prompts/list.ts';
import { promptNamed, vetArgument } from '../prompts/reading.ts';
import { TEMPLATES } from '../resources/list.ts';
import { suggestList, suggestNames, suggestSessions } from '../resources/suggestions.ts';
import { resourceRefusals } from '../resources/wording.ts';
import type { Ports } from '../store/ports.ts';

/** What is being typed: an argument of a prompt, or a variable of a template. */
export interface Typing {
  readonly of: { readonly prompt: string } | { readonly template: string };
  readonly name: string;
  readonly value: string;
}

/** What could stand there, the likeliest first, at most 100; `total` counts all. */
export interface Completion {
  readonly values: readonly string[];
  readonly total: number;
  readonly hasMore: boolean;
}

/** The protocol allows no more. */
const MOST = 100;
const ECHOED = 120;

/** Completes what is being typed. */
export async function complete(
  { of, name, value }: Typing,
  offered: readonly Prompt[],
  ports: Ports,
): Promise<Answered<Completion>> {
  const found =
    'prompt' in of
      ? await forPrompt({ prompt: of.prompt, name, value }, offered, ports)
      : await forTemplate(of.template, name, value, ports);
  if (!Array.isArray(found)) return found;
  const values = found.slice(0, MOST);
  return { values, total: found.length, hasMore: found.length > values.length };
}

type Found = string[] | Unanswered;

async function forPrompt(
  typed: { readonly prompt: string; readonly name: string; readonly value: string },
  offered: readonly Prompt[],
  ports: Ports,
): Promise<Found> {
  const prompt = promptNamed(typed.prompt, offered);
  if ('problem' in prompt) return prompt;
  const form = formOf(prompt.name, typed.name);
  return vetArgument(prompt, typed.name) ?? (form === null ? [] : ofForm(form, typed.value, ports));
}

async function ofForm(form: Form, value: string, { store, config }: Ports): Promise<string[]> {
  if (form.kind === 'session') return suggestSessions(store, value);
  if (form.kind === 'choice') return suggestNames(form.options, value.trim());
  const usual = config().then(({ stages, subagent }) =>
    form.from === 'stages' ? stages.default : subagent.agents,
  );
  // A configuration with a mistake suggests nothing; the tools tell the mistake.
  return suggestList(await usual.catch(() => []), value);
}

async function forTemplate(template: string, name: string, value: string, ports: Ports): Promise<Found> {
  const uri = excerpt(template, ECHOED);
  if (!TEMPLATES.some(({ uriTemplate }) => uriTemplate === template))
    return { problem: 'bad_request', message: resourceRefusals.unknown_template({ uri }) };
  const variables = [...template.matchAll(/\{(\w+)\}/gu)].map(([, variable]) => variable);
  if (!variables.includes(name)) {
    const facts = { uri, name: excerpt(name, ECHOED), known: variables.join(', ') };
    return { problem: 'bad_request', message: resourceRefusals.unknown_variable(facts) };
  }
  if (name === 'id') return suggestSessions(ports.store, value);
  return suggestNames([...(await ports.lenses()).lenses.keys()], value);
}
