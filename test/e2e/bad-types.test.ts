import { describe, expect, it } from 'vitest';
import type { ListedTool, ParameterSchema } from '../support/client.ts';
import { GOOD_CALLS } from '../support/good-calls.ts';
import { allFaults, type RefusedCall } from '../support/refusal-check.ts';
import { sessionIn } from '../support/serial-phases.ts';
import { sharedSession } from '../support/shared-session.ts';

const HOSTILE = { toString: 1, valueOf: 1 };
/** Values that are no value of the type that the schema advertises. */
const WRONG: Readonly<Record<string, readonly unknown[]>> = {
  string: [5, -1.5, true, { a: 1 }, HOSTILE, ['x'], [], [[]]],
  integer: ['many', 1.5, '1.5', true, {}, { a: 1 }, HOSTILE, [1], 1e300],
  boolean: ['perhaps', 1.5, {}, HOSTILE, [], [true]],
  array: [5, true, { a: 1 }, HOSTILE, [{}], [['x']], [null], '["a"', '["a", b]', '{"a": 1}'],
  object: [
    5,
    true,
    ['x'],
    [],
    'garbage',
    '{"correctness": 0.8',
    { colour: 1 },
    HOSTILE,
    { correctness: 'high' },
  ],
};

/** What is wrong as a whole session, and the word for it: the tool judges the document itself. */
const WRONG_DOCUMENTS: readonly (readonly [unknown, string])[] = [
  ...[5, true, ['x'], [], { colour: 1 }, HOSTILE, {}, '5', '"text"', 'null'].map(
    (value) => [value, 'invalid_session_data'] as const,
  ),
  ...['garbage', '{"question": "Edge?"', '{"a": 1,}', '```json\n{}\n```'].map(
    (value) => [value, 'invalid_json'] as const,
  ),
];

const kinds = Object.keys(WRONG);
const isRequired = (tool: ListedTool, name: string) => tool.required.includes(name);

function wrongValues(schema: ParameterSchema): readonly unknown[] {
  const words = schema.enum === undefined ? [] : ['nonsense', ' serial', 'SERIAL'];
  return [...(WRONG[schema.type] ?? []), ...words];
}

function refusal(tool: string, name: string, code: string, args: object): RefusedCall {
  const reply = { error: 'retry_with_clarification', code, parameter: name, next_tool: tool };
  return { tool, args, names: `"${name}"`, reply };
}

function badDocuments(tool: ListedTool, good: Readonly<Record<string, unknown>>): readonly RefusedCall[] {
  if (!('data' in tool.properties)) return [];
  return WRONG_DOCUMENTS.map(([data, code]) => ({
    tool: tool.name,
    args: { ...good, data },
    names: '"data"',
    reply: { error: code, code, next_tool: tool.name },
  }));
}

function badCalls(tool: ListedTool, good: Readonly<Record<string, unknown>>): readonly RefusedCall[] {
  return Object.entries(tool.properties).flatMap(([name, schema]) => {
    const { [name]: _, ...without } = good;
    const missing = isRequired(tool, name) ? [without, { ...good, [name]: null }] : [];
    return [
      ...missing.map((args) => refusal(tool.name, name, 'missing_argument', args)),
      ...(name === 'data' ? [] : wrongValues(schema)).map((value) =>
        refusal(tool.name, name, 'bad_argument', { ...good, [name]: value }),
      ),
    ];
  });
}

describe('arguments of the wrong type', () => {
  const session = sharedSession();

  it('only the types that this table knows are advertised', () => {
    const types = session
      .tools()
      .flatMap(({ properties }) => Object.values(properties).map(({ type }) => type));
    expect([...new Set(types)].filter((type) => !kinds.includes(type))).toEqual([]);
  });

  it.each(Object.entries(GOOD_CALLS))('%s names each missing or mistyped argument', async (name, good) => {
    const tool = session.tools().find((each) => each.name === name);
    if (tool === undefined) throw new Error(`${name} is not listed`);
    const id = good.phase === null ? {} : { session_id: await sessionIn(session, good.phase) };
    const args = { ...id, ...good.args };
    const calls = [...badCalls(tool, args), ...badDocuments(tool, args)];
    if (Object.keys(tool.properties).length > 0) expect(calls.length).toBeGreaterThan(0);
    expect(await allFaults(session, calls)).toEqual([]);
    const reply = await session.call(name, args);
    expect(reply).not.toHaveProperty('error');
  });
});
