import { isAbsolute, join } from 'node:path';
import { build, transform } from 'esbuild';
import { lightPackages } from './light-packages.mjs';

/** What a stdio start must not pay for; a build that contains one of these fails. */
const UNWANTED = [
  // Only there when zod is imported as one value: `import * as z from 'zod'` leaves unused parts out.
  /node_modules\/zod\/v4\/classic\/from-json-schema\.js$/,
  /node_modules\/zod\/v3\//,
  /node_modules\/zod\/v4\/locales\/(?!en\.js$)/,
  /node_modules\/(ajv|ajv-formats|zod-to-json-schema|express|hono|@hono)\//,
];

// A CommonJS file has no import.meta: these names stand in for it.
const IMPORT_META = {
  'import.meta.url': 'importMetaUrl',
  'import.meta.filename': '__filename',
  'import.meta.dirname': '__dirname',
};
const OWN_URL = "const importMetaUrl=require('node:url').pathToFileURL(__filename).href;";
// Node may keep the link by which it was started, beside which the other files are not.
const FOLLOW_LINK =
  "if(require('node:fs').lstatSync(__filename,{throwIfNoEntry:false})?.isSymbolicLink())" +
  "require=require('node:module').createRequire(require('node:fs').realpathSync(__filename));";
const BANNER = `'use strict';${OWN_URL}${FOLLOW_LINK}`;
const HASHBANG = '#!/usr/bin/env node\n';

/**
 * What node20 shall run, as small as can be.
 * @satisfies {import('esbuild').CommonOptions & { platform: 'node' }}
 */
const SHAPE = /** @type {const} */ ({
  platform: 'node',
  target: 'node20',
  minify: true,
  legalComments: 'none',
  logLevel: 'warning',
});

/**
 * Bundles entries (output path -> source path, both relative to `root` or absolute) into CommonJS files without
 * dependencies, in memory. What several entries hold stands once, in `shared-*.cjs` beside them; an entry that
 * another one imports while it runs stays a file of its own.
 * @param {string} root
 * @param {Record<string, string>} entries
 */
export async function bundle(root, entries) {
  const entryPoints = Object.entries(entries).map(([out, source]) => ({
    in: isAbsolute(source) ? source : join(root, source),
    out: out.replace(/\.cjs$/, ''),
  }));
  const result = await build({
    ...SHAPE,
    entryPoints,
    absWorkingDir: root,
    outdir: '.',
    outExtension: { '.js': '.cjs' },
    chunkNames: 'dist/shared-[hash]',
    bundle: true,
    // Only modules can be split; each file becomes CommonJS afterwards, which starts faster.
    format: 'esm',
    splitting: true,
    mainFields: ['module', 'main'],
    define: IMPORT_META,
    plugins: [lightPackages],
    metafile: true,
    write: false,
  });
  refuseUnwanted(result.metafile);
  const paths = Object.keys(result.metafile.outputs);
  const files = await Promise.all(
    result.outputFiles.map(async ({ text }, index) => ({
      path: paths[index] ?? '',
      text: HASHBANG + (await commonJs(text.replace(/^#!.*\n/, ''))),
    })),
  );
  return { files, metafile: result.metafile };
}

/** @param {string} text */
async function commonJs(text) {
  // `import()` would start the loader of modules and look through the file for its exports: half of a first call.
  const supported = { 'dynamic-import': false };
  const { code } = await transform(text, { ...SHAPE, format: 'cjs', supported, banner: BANNER });
  return code;
}

/**
 * The source paths whose code really is in an output.
 * @param {import('esbuild').Metafile} metafile
 */
export function bundledInputs(metafile) {
  const used = Object.values(metafile.outputs).flatMap(({ inputs }) =>
    Object.entries(inputs).filter(([, { bytesInOutput }]) => bytesInOutput > 0),
  );
  return [...new Set(used.map(([path]) => path))].sort();
}

/** @param {import('esbuild').Metafile} metafile */
function refuseUnwanted(metafile) {
  const found = bundledInputs(metafile).filter((path) => UNWANTED.some((pattern) => pattern.test(path)));
  if (found.length > 0) throw new Error(`The bundle contains unwanted code:\n${found.join('\n')}`);
}
