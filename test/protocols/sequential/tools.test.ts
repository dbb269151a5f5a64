import { describe, expect, it } from 'vitest';
import { readThought } from '../../../src/protocols/sequential/input.ts';
import { ChainTool } from '../../../src/protocols/sequential/state.ts';
import { chainTools } from '../../../src/protocols/sequential/tools.ts';
import { LENIENT, plain } from '../../support/notebook.ts';

const REQUIRED = ['thought', 'nextThoughtNeeded', 'thoughtNumber', 'totalThoughts'];

/** A value of each advertised type. */
const sample = { string: 'x', integer: 1, boolean: true, array: [], object: {} };

describe('the advertised notebooks', () => {
  it('are both tools', () => {
    expect(chainTools.map(({ name }) => name)).toEqual(ChainTool.options);
  });

  it.each(chainTools)(
    'say of $name how to revise and to branch, in few words',
    ({ description, inputSchema }) => {
      for (const word of [
        'isRevision',
        'revisesThought',
        'branchFromThought',
        'branchId',
        'nextThoughtNeeded',
      ])
        expect(description).toContain(word);
      const texts = [
        description,
        ...Object.values(inputSchema.properties).map((each) => each.description ?? ''),
      ];
      for (const text of texts) expect(text.length).toBeLessThanOrEqual(300);
    },
  );

  it.each(chainTools)('require the four fields of $name', ({ inputSchema }) => {
    expect(inputSchema.required).toEqual(REQUIRED);
  });

  it.each(chainTools)('use one type for each property of $name and nothing unsafe', ({ inputSchema }) => {
    for (const property of Object.values(inputSchema.properties)) {
      expect(['string', 'integer', 'boolean']).toContain(property.type);
      expect(property.minimum).toBe(property.type === 'integer' ? 1 : undefined);
      expect(Object.keys(property).every((key) => ['type', 'description', 'minimum'].includes(key))).toBe(
        true,
      );
    }
  });

  it.each(chainTools)('advertise for $name exactly what is read', ({ name, inputSchema }) => {
    for (const [field, { type }] of Object.entries(inputSchema.properties)) {
      const good = readThought(
        name,
        plain({ thoughtNumber: 2, [field]: sample[type as keyof typeof sample] }),
        LENIENT,
      );
      const named = good.ok || good.refusal.kind === 'rule';
      expect(named, field).toBe(true);
      const bad = readThought(name, plain({ [field]: { no: 'value' } }), LENIENT);
      expect(bad.ok, field).toBe(false);
    }
  });
});
