import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { withLateSchemas, withQuickRefusals } from '../../scripts/build/light-packages.mjs';
import { PROJECT } from '../support/server-process.ts';

const types = readFileSync(join(PROJECT, 'node_modules/@modelcontextprotocol/sdk/dist/esm/types.js'), 'utf8');

it('makes every schema of the SDK late', () => {
  const declared = types.match(/^(?:export )?const \w+Schema\s*=/gmu) ?? [];
  expect(declared.length).toBeGreaterThan(150);
  const late = withLateSchemas(types).match(
    /^(?:export )?const \w+Schema\s*= \/\* @__PURE__ \*\/ lateSchema\(/gmu,
  );
  expect(late?.length).toBe(declared.length);
});

it('asks for the member of a response before its schema', () => {
  const quick = withQuickRefusals(types);
  expect(quick).toContain(
    'Object(value).result !== undefined && JSONRPCResultResponseSchema.safeParse(value)',
  );
  expect(quick).toContain('Object(value).error !== undefined && JSONRPCErrorResponseSchema.safeParse(value)');
});
