import { MODES as TREE_MODES } from '../protocols/tree/state.ts';
import { MODES } from '../session-tools/mode.ts';
import type { PromptName } from './list.ts';

/** What an argument of a prompt may be; one without a form is any text that is not blank. */
export type Form =
  | { readonly kind: 'choice'; readonly options: readonly string[] }
  /** Names with commas between them; `from` is the key of the configuration that names the usual ones. */
  | { readonly kind: 'list'; readonly from: 'stages' | 'specialists' }
  | { readonly kind: 'session' };

const REVIEW_MODES = ['devils_advocate', 'premortem', 'assumptions', 'steelman'];

const FORMS: Readonly<Partial<Record<PromptName, Readonly<Record<string, Form>>>>> = {
  think: { mode: { kind: 'choice', options: MODES }, stages: { kind: 'list', from: 'stages' } },
  perspectives: { specialists: { kind: 'list', from: 'specialists' } },
  review: { mode: { kind: 'choice', options: REVIEW_MODES } },
  investigate: { mode: { kind: 'choice', options: TREE_MODES } },
  continue: { session_id: { kind: 'session' } },
};

/** The form of an argument that the prompt has, or null where any text will do. */
export function formOf(prompt: PromptName, argument: string): Form | null {
  return FORMS[prompt]?.[argument] ?? null;
}
