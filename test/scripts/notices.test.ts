import { describe, expect, it } from 'vitest';
import { packagesIn } from '../../scripts/build/notices.mjs';

describe('the notices', () => {
  it('name each package once, scoped and nested ones too', () => {
    expect(
      packagesIn([
        'src/main.ts',
        'node_modules/zod/v4/core/util.js',
        'node_modules/zod/v4/core/api.js',
        'node_modules/@modelcontextprotocol/sdk/dist/esm/types.js',
        'node_modules/a/node_modules/@b/c/index.js',
        'light:replacement-0',
      ]),
    ).toEqual(['@modelcontextprotocol/sdk', 'a/node_modules/@b/c', 'zod']);
  });
});
