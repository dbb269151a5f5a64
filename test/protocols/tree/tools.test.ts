import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { FieldSchema, ObjectSchema } from '../../../src/kit/field.ts';
import { isTreeTool } from '../../../src/protocols/tree/input.ts';
import { treeTools } from '../../../src/protocols/tree/tools.ts';

function schemasIn(schema: FieldSchema | ObjectSchema): readonly (FieldSchema | ObjectSchema)[] {
  const members = [
    ...Object.values(schema.properties ?? {}),
    ...('items' in schema && schema.items !== undefined ? [schema.items] : []),
  ];
  return [schema, ...members.flatMap(schemasIn)];
}

const published: readonly {
  readonly name: string;
  readonly inputSchema: { readonly properties: object; readonly required: readonly string[] };
}[] = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../fixtures/recordings/tools-tree.json'), 'utf8'),
);

describe('the advertised tools', () => {
  it('are the eight of the original, with its parameters, withdraw and a parent', () => {
    const added = ['withdraw', 'parentSessionId', 'parentThoughtId'];
    const shape = (name: string, properties: object, required: readonly string[]) => ({
      name,
      parameters: Object.keys(properties)
        .filter((each) => !added.includes(each))
        .sort(),
      required: [...required].sort(),
    });
    const ours = treeTools.map(({ name, inputSchema }) =>
      shape(name, inputSchema.properties ?? {}, inputSchema.required ?? []),
    );
    const theirs = published.map(({ name, inputSchema }) =>
      shape(name, inputSchema.properties, inputSchema.required),
    );
    expect(new Map(ours.map((each) => [each.name, each]))).toEqual(
      new Map(theirs.map((each) => [each.name, each])),
    );
  });

  it.each(treeTools.map((tool) => [tool.name, tool] as const))(
    '%s is short and has one type each',
    (name, tool) => {
      expect(isTreeTool(name)).toBe(true);
      const schemas = schemasIn(tool.inputSchema);
      expect(schemas.filter(({ type }) => typeof type !== 'string')).toEqual([]);
      const texts = [
        tool.description,
        ...schemas.flatMap((each) => ('description' in each ? (each.description ?? []) : [])),
      ];
      expect(texts.filter((text) => text.length > 300 || text.trim() === '')).toEqual([]);
      for (const { properties, required } of schemas)
        expect((required ?? []).filter((each) => !Object.hasOwn(properties ?? {}, each))).toEqual([]);
    },
  );

  it('take few tokens together', () => {
    expect(
      JSON.stringify(treeTools.map(({ name, description, inputSchema }) => [name, description, inputSchema]))
        .length,
    ).toBeLessThan(6_500);
  });
});
