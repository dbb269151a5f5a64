import { isTable } from '../core/lenient/reading.ts';

/** What was read of one answer. `unusable` says why there is no completion in it. */
export interface Completion {
  readonly content: string;
  /** Whether the server sent thoughts apart from the content. */
  readonly reasoned: boolean;
  readonly finish: string | null;
  readonly unusable: null | 'html' | 'not_json' | 'no_choices' | 'endless' | 'broken_off' | 'error';
  /** The server's own words for an error in the middle, or what it sent instead of a completion. */
  readonly said: string;
}

function pluck(value: unknown, ...path: readonly (string | number)[]): unknown {
  let at = value;
  for (const step of path) {
    if (typeof step === 'number') at = Array.isArray(at) ? at[step] : undefined;
    else at = isTable(at) ? at[step] : undefined;
  }
  return at;
}

const asText = (value: unknown) => (typeof value === 'string' ? value : '');

/** Content as text: a string, or the texts of a list of parts. */
function textOf(content: unknown): string {
  return Array.isArray(content)
    ? content.map((part) => asText(pluck(part, 'text'))).join('')
    : asText(content);
}

/** The server's words for an error: OpenAI's form, Ollama's, or what there is. */
export function complaintIn(body: unknown): string {
  const error = pluck(body, 'error');
  const said = pluck(error, 'message') ?? error ?? pluck(body, 'message') ?? pluck(body, 'detail');
  if (typeof said === 'string') return said;
  return said === undefined ? '' : JSON.stringify(said);
}

/** Puts the pieces of one answer together, whole ones and those of a stream. */
export class Assembly {
  #content: string[] = [];
  #reasoned = false;
  #finish: string | null = null;
  #choices = false;
  #unusable: Completion['unusable'] = null;
  #said = '';

  take(piece: unknown): void {
    if ((pluck(piece, 'error') ?? null) !== null) this.fail('error', complaintIn(piece));
    const choice = pluck(piece, 'choices', 0);
    if (choice === undefined) return;
    this.#choices = true;
    const message = pluck(choice, 'delta') ?? pluck(choice, 'message');
    this.#content.push(textOf(pluck(message, 'content')));
    const thoughts = pluck(message, 'reasoning_content') ?? pluck(message, 'reasoning');
    if (typeof thoughts === 'string' && thoughts !== '') this.#reasoned = true;
    const finish = pluck(choice, 'finish_reason');
    if (typeof finish === 'string') this.#finish = finish;
  }

  fail(why: NonNullable<Completion['unusable']>, said = ''): void {
    this.#unusable ??= why;
    this.#said ||= said;
  }

  completion(ended: boolean): Completion {
    if (!this.#choices) this.fail('no_choices');
    if (!ended && this.#finish === null) this.fail('broken_off');
    return {
      content: this.#content.join(''),
      reasoned: this.#reasoned,
      finish: this.#finish,
      unusable: this.#unusable,
      said: this.#said,
    };
  }

  get failed(): boolean {
    return this.#unusable !== null;
  }
}
