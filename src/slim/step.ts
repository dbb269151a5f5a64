/** The arguments of a call, or the fields of a reply. */
export type Table = Readonly<Record<string, unknown>>;

/** What a call on the full set of tools brought. */
interface InnerResult {
  readonly reply: Table;
  readonly isError: boolean;
  readonly errorText?: string;
  readonly meta?: Table;
}

/** The full set of tools, of which the three tools of slim make their way. */
export interface Inner {
  call(tool: string, input: Table): Promise<InnerResult>;
  /** The names of all its tools. */
  readonly tools: readonly string[];
  /** A fresh id for a notebook. */
  readonly newId: () => string;
}

/** One call on the full set. */
export interface InnerCall {
  readonly tool: string;
  readonly input: Table;
}

/** What the model handed in. */
export interface Handed {
  readonly content: string;
  /** As it was sent; undefined when it was not. */
  readonly scores: unknown;
}

/** A step that needs nothing from the model. */
export interface ServerStep {
  readonly by: 'server';
  /** Made one after the other. */
  readonly calls: readonly InnerCall[];
  /** Fields of the replies that the model is to see. */
  readonly keeps: readonly string[];
  /** A field of a reply after long work: then the client gets an answer before its patience ends. */
  readonly pausesAt?: string;
}

/** A step that waits for a content of the model. */
export interface ModelStep {
  readonly by: 'model';
  /** A call that prepares the material, where it must be handed out before. */
  readonly before?: InnerCall;
  /** What the step works on, by the names of the standing. */
  readonly material: Table;
  /** What the content must be. */
  readonly want: string;
  /** What the full set calls the content. */
  readonly field: string;
  /** The calls that the content becomes, in their order. */
  readonly calls: (handed: Handed) => readonly InnerCall[];
}

/** A pending step, as slim takes it. */
export type SlimStep = ServerStep | ModelStep;

/** The steps of one protocol by the tool that is pending; `standing` is what resume_session says. */
export type StepTable = Readonly<Record<string, (standing: Table) => SlimStep>>;

/** A call that the server makes by itself on a session with stages. */
export function serverStep(tool: string, { session_id, next_arguments }: Table): ServerStep {
  return { by: 'server', calls: [{ tool, input: { session_id, ...Object(next_arguments) } }], keeps: [] };
}

/** Those fields of a table that it has. */
export function picked(table: Table, names: readonly string[]): Table {
  return Object.fromEntries(
    names.filter((name) => Object.hasOwn(table, name)).map((name) => [name, table[name]]),
  );
}
