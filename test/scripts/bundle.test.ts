import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { bundle, bundledInputs } from '../../scripts/build/bundle.mjs';

const root = dirname(dirname(import.meta.dirname));

describe('the bundle', () => {
  // Below node_modules, because the sample has to find the project's packages.
  const cache = join(root, 'node_modules', '.cache');
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(join(cache, 'bundle-test-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const bundled = (text: string) => {
    const entry = join(folder, 'entry.ts');
    writeFileSync(entry, text);
    return bundle(root, { 'dist/entry.cjs': entry });
  };

  it('of a server of the SDK holds no second validator, no old zod and no language but English', async () => {
    const { files, metafile } = await bundled(`
      import { Server } from '@modelcontextprotocol/sdk/server/index.js';
      import * as z from 'zod';
      console.log(new Server({ name: 'a', version: '1' }), z.object({}).safeParse(1));`);
    expect(files.map(({ path }) => path)).toEqual(['dist/entry.cjs']);
    const packages = bundledInputs(metafile).filter((path) => /node_modules\/(?!\.cache)/.test(path));
    expect(packages.some((path) => path.includes('zod/v4/locales/en.js'))).toBe(true);
    expect(
      packages.filter((path) => !/node_modules\/(zod\/v4|@modelcontextprotocol\/sdk)\//.test(path)),
    ).toEqual([]);
  });

  it('is refused when it holds code that a start must not pay for', async () => {
    await expect(bundled("import Ajv from 'ajv';\nconsole.log(Ajv);")).rejects.toThrow(/node_modules\/ajv\//);
    await expect(bundled("import { z } from 'zod';\nconsole.log(z);")).rejects.toThrow(/from-json-schema/);
  });

  it('leaves out the messages of the protocol that nobody names', async () => {
    const { files } = await bundled(`
      import { PingRequestSchema } from '@modelcontextprotocol/sdk/types.js';
      console.log(PingRequestSchema);`);
    expect(files[0]?.text).toMatch(/["']ping["']/);
    expect(files[0]?.text).not.toMatch(/["']tools\/list["']/);
  });

  it('knows its own folder, as a module does', async () => {
    const { files } = await bundled('export const here = [import.meta.url, import.meta.dirname];');
    const module = { exports: { here: [''] } };
    new Function(
      'module',
      'exports',
      'require',
      '__filename',
      '__dirname',
      files[0]?.text.replace(/^#!.*/, '') ?? '',
    )(
      module,
      module.exports,
      createRequire(import.meta.url),
      '/some where/dist/main.cjs',
      '/some where/dist',
    );
    expect(module.exports.here).toEqual(['file:///some%20where/dist/main.cjs', '/some where/dist']);
  });
});
