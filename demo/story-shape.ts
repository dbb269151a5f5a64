/** What the model hands in for one pass of the loop; `lens` is the one that the server is expected to choose. */
export interface RoundStory {
  readonly lens: string;
  readonly critique: string;
  readonly refinement: string;
  readonly challenged?: readonly string[];
  /** In any of the forms that the server reads: an object or a text. */
  readonly scores: Readonly<Record<string, number | string>> | string;
}

/** One thought: the draft, its rounds, and why and with which version the server is expected to end it. */
export interface StageStory {
  readonly stage: string;
  readonly draft: string;
  readonly tags?: readonly string[];
  readonly axioms?: readonly string[];
  readonly rounds: readonly RoundStory[];
  readonly stopsBy: 'fixed_point' | 'diminishing_returns' | 'max_rounds';
  /** The 0-based round whose text is committed. */
  readonly committedRound: number;
}

/** A text of several lines as one paragraph. */
export function paragraph(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}

/** Labelled fields, one line each, as the lenses ask for them: a line without a label goes on with the one before. */
export function entries(text: string): string {
  const fields = text.trim().split(/\n\s*(?=[A-Z][A-Za-z /-]*: )/);
  return fields.map(paragraph).join('\n');
}

/** `text` with one passage replaced; throws when the passage is not there, so that a slip cannot pass. */
export function edited(text: string, passage: string, replacement: string): string {
  if (!text.includes(passage)) throw new Error(`not in the text: ${passage}`);
  return text.replace(passage, replacement);
}
