/** What the server wants next. `say` is the sentence for it; `tool` is null when nothing is left to do. */
export interface Step {
  readonly code: string;
  readonly tool: string | null;
  readonly say: string;
  readonly alternative?: string;
  readonly arguments?: Readonly<Record<string, unknown>>;
  readonly facts?: Readonly<Record<string, unknown>>;
}

/** A step together with the material that it works on: draft, lens text, critique. */
export interface View {
  readonly step: Step;
  readonly material: Readonly<Record<string, unknown>>;
}
