/**
 * A refusal is a value: `error` is its class on the wire, `code` the finer word, `facts` go into the reply as
 * they are. `again` marks one that the same tool clears with better arguments.
 */
export interface Refusal {
  readonly kind: 'refused';
  readonly error: string;
  readonly code: string;
  readonly message: string;
  readonly facts: Readonly<Record<string, unknown>>;
  readonly again: boolean;
  /** Arguments that clear it when the same tool is called again with them. */
  readonly retryWith?: Readonly<Record<string, unknown>>;
}

/** Success: the session after the call (the same object when nothing changed) and the reply's own fields. */
export interface Done<S, O> {
  readonly kind: 'done';
  readonly session: S;
  readonly output: O;
}

export type Outcome<S, O> = Done<S, O> | Refusal;

/** Success. */
export function done<S, O>(session: S, output: O): Done<S, O> {
  return { kind: 'done', session, output };
}

/** Sentences of one class of refusals: code to a function of the facts that the sentence needs. */
type Sentences = Readonly<Record<string, (facts: never) => string>>;

/** A maker of refusals of one class; a code without a sentence or a missing fact does not compile. */
export function refusals<S extends Sentences>(error: string, sentences: S) {
  return <C extends keyof S & string>(code: C, ...facts: Parameters<S[C]>): Refusal => {
    // The table's own entry takes exactly these facts; the index type alone cannot say so.
    const sentence = sentences[code] as unknown as (...facts: Parameters<S[C]>) => string;
    return {
      kind: 'refused',
      error,
      code,
      message: sentence(...facts),
      facts: { ...Object(facts[0]) },
      again: false,
    };
  };
}

/** The same refusal, cleared by the same tool with better arguments: those of `retryWith`, where it is given. */
export function again(refusal: Refusal, retryWith?: Readonly<Record<string, unknown>>): Refusal {
  return { ...refusal, again: true, ...(retryWith === undefined ? {} : { retryWith }) };
}
