import { expect, it } from 'vitest';
import * as z from 'zod';
import { lateSchema } from '../../src/core/late-schema.ts';

function counted() {
  let count = 0;
  const schema = lateSchema(() => {
    count += 1;
    return z.object({ n: z.int().default(3) });
  });
  return { schema, makings: () => count };
}

it('is made at the first reading, once', () => {
  const { schema, makings } = counted();
  expect(makings()).toBe(0);
  expect(schema.parse({})).toEqual({ n: 3 });
  expect(schema.safeParse({ n: 'x' }).success).toBe(false);
  expect(schema.made().shape.n.parse(undefined)).toBe(3);
  expect(makings()).toBe(1);
});

it('reads as a part of other schemas', () => {
  const { schema } = counted();
  const list = z.object({
    all: z.array(schema).default([]),
    one: z.nullable(schema),
    named: z.record(z.string(), schema),
  });
  expect(list.parse({ all: [{}], one: null, named: { a: { n: 4 } } })).toEqual({
    all: [{ n: 3 }],
    one: null,
    named: { a: { n: 4 } },
  });
  expect(list.safeParse({ one: { n: 1.5 }, named: {} }).error?.issues[0]?.path).toEqual(['one', 'n']);
});
