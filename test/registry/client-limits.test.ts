import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { describe, expect, it } from 'vitest';
import { createRegistry } from '../../src/registry.ts';
import { describeTool } from '../../src/server/describe.ts';
import { instructionsFor } from '../../src/server/instructions.ts';

interface Schema {
  readonly type?: unknown;
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly [keyword: string]: unknown;
}

/** The keywords of each type that no client, model or grammar builder refuses. */
const KEYWORDS: Readonly<Record<string, readonly string[]>> = {
  string: ['enum', 'minLength'],
  number: ['minimum', 'maximum'],
  integer: ['minimum', 'maximum'],
  boolean: [],
  array: ['items', 'minItems'],
  object: ['properties', 'required'],
};
/** Bounds of a length above this make the grammar of a local model too big. */
const LONGEST = 1000;
/** What a model may be made to read of all tools and the instructions, in tokens. */
const MOST_TOKENS = 6000;
/** A whole session in any shape: its properties are those of every version and every replaced server. */
const FREE = ['import_session.data'];

/** What is wrong with a schema and with those inside it, each with its place. */
function faults(schema: Schema, place: string): string[] {
  const { type, items, properties, required = [], description: _, ...rest } = schema;
  if (typeof type !== 'string' || KEYWORDS[type] === undefined)
    return [`${place}: type ${JSON.stringify(type)}`];
  const named = Object.keys(schema).filter((key) => key !== 'type' && key !== 'description');
  const own = named.filter((key) => !KEYWORDS[type]?.includes(key)).map((key) => `${place}: ${key}`);
  const lengths = Object.entries(rest).filter(
    ([key, value]) => /^m(in|ax)(Length|Items)$/.test(key) && Number(value) > LONGEST,
  );
  const bare =
    type === 'object' && properties === undefined && !FREE.includes(place) ? [`${place}: no properties`] : [];
  const listed = type === 'array' && (items === undefined || Array.isArray(items)) ? [`${place}: items`] : [];
  const absent = required
    .filter((name) => properties?.[name] === undefined)
    .map((name) => `${place}: ${name}`);
  const below = Object.entries(properties ?? {}).flatMap(([name, inner]) =>
    faults(inner, `${place}.${name}`),
  );
  const inItems = items === undefined ? [] : faults(items, `${place}[]`);
  return [
    ...own,
    ...lengths.map(([key]) => `${place}: ${key}`),
    ...bare,
    ...listed,
    ...absent,
    ...below,
    ...inItems,
  ];
}

const registry = createRegistry({ autopilot: true });
const tools = [...registry.tools.values()].map(describeTool);

describe('the tool list as clients and models take it', () => {
  it('has schemas of one plain type each, with no keyword that one of them refuses', () => {
    // The advertised schemas are JSON; the reader above takes nothing of their types for granted.
    expect(tools.flatMap(({ name, inputSchema }) => faults(inputSchema as unknown as Schema, name))).toEqual(
      [],
    );
  });

  it('costs a model few thousand tokens, instructions included', () => {
    const seen = tools.map(({ name, description, inputSchema }) => ({ name, description, inputSchema }));
    const instructions = instructionsFor((name) => registry.tools.has(name));
    expect(countTokens(JSON.stringify(seen)) + countTokens(instructions)).toBeLessThan(MOST_TOKENS);
  });

  it('marks every tool that lists, shows, gives or sums up as one that only reads, so that no client asks', () => {
    const reads =
      /^(list|search|get|export|inspect|summarize|compress|resume)_|_(status|next)$|^next_action$/;
    const marked = tools.filter(({ annotations }) => annotations.readOnlyHint).map(({ name }) => name);
    expect(marked).toEqual(tools.map(({ name }) => name).filter((name) => reads.test(name)));
  });
});
