import { basename, isAbsolute, join } from 'node:path';
import { build } from 'esbuild';
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
const BANNER = "'use strict';const importMetaUrl=require('node:url').pathToFileURL(__filename).href;";
/**
 * A module that is imported while the server runs, and that is another entry, stays a file of its own.
 * @param {Map<string, string>} outputs absolute source path -> output path
 * @returns {import('esbuild').Plugin}
 */
const lateEntries = (outputs) => ({
  name: 'late-entries',
  setup(build) {
    build.onResolve({ filter: /^\./ }, ({ kind, path, resolveDir }) => {
      const output = kind === 'dynamic-import' ? outputs.get(join(resolveDir, path)) : undefined;
      return output === undefined ? null : { path: `./${basename(output)}`, external: true };
    });
  },
});

const HASHBANG = '#!/usr/bin/env node\n';

/**
 * Bundles each entry (output path -> source path, both relative to `root` or absolute) into one CommonJS
 * file without dependencies, in memory.
 * @param {string} root
 * @param {Record<string, string>} entries
 */
export async function bundle(root, entries) {
  const entryPoints = Object.entries(entries).map(([out, source]) => ({
    in: isAbsolute(source) ? source : join(root, source),
    out: out.replace(/\.cjs$/, ''),
  }));
  const outputs = new Map(entryPoints.map((entry) => [entry.in, `${entry.out}.cjs`]));
  const result = await build({
    entryPoints,
    absWorkingDir: root,
    outdir: '.',
    outExtension: { '.js': '.cjs' },
    bundle: true,
    platform: 'node',
    format: 'cjs',
    target: 'node20',
    supported: { 'dynamic-import': false },
    mainFields: ['module', 'main'],
    minify: true,
    legalComments: 'none',
    define: IMPORT_META,
    banner: { js: BANNER },
    plugins: [lateEntries(outputs), lightPackages],
    metafile: true,
    write: false,
    logLevel: 'warning',
  });
  refuseUnwanted(result.metafile);
  const paths = Object.keys(result.metafile.outputs);
  const files = result.outputFiles.map(({ text }, index) => ({
    path: paths[index] ?? '',
    text: HASHBANG + text.replace(/^#!.*\n/, ''),
  }));
  return { files, metafile: result.metafile };
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
