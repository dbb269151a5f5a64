/** How JSON is asked for, the surest way first; `prompt` asks in words only. */
export const RUNGS = ['json_schema', 'json_object', 'prompt'] as const;
export type Rung = (typeof RUNGS)[number];

/** A form that a reply must have: a short name of letters, digits and `_`, and its JSON Schema. */
export interface ReplySchema {
  readonly name: string;
  readonly schema: Readonly<Record<string, unknown>>;
}

/** The rung that last worked, by endpoint and model. */
export interface RungMemory {
  readonly recall: (base: string, model: string) => Rung;
  readonly keep: (base: string, model: string, rung: Rung) => void;
}

export function rungMemory(): RungMemory {
  const known = new Map<string, Rung>();
  const keyOf = (base: string, model: string) => JSON.stringify([base.trim(), model]);
  return {
    recall: (base, model) => known.get(keyOf(base, model)) ?? 'json_schema',
    keep: (base, model, rung) => {
      known.set(keyOf(base, model), rung);
    },
  };
}

/** The rung below, or null below the last one. */
export function rungBelow(rung: Rung): Rung | null {
  return RUNGS[RUNGS.indexOf(rung) + 1] ?? null;
}

/** The `response_format` of a request on this rung, or null when there is none. */
export function responseFormat(rung: Rung, { name, schema }: ReplySchema): Record<string, unknown> | null {
  if (rung === 'prompt') return null;
  if (rung === 'json_object') return { type: 'json_object' };
  return { type: 'json_schema', json_schema: { name, strict: true, schema } };
}
