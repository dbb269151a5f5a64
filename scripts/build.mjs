// Plain JavaScript, so that `npm ci` can build on Node 20 before any TypeScript loader is there.
import { chmodSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { bundle } from './build/bundle.mjs';
import { noticesFor } from './build/notices.mjs';

// What a start needs, what answers the first call, what asks models, what serves
// several clients, and what writes records to be read.
const ENTRIES = {
  'dist/main.cjs': 'src/main.ts',
  'dist/app.cjs': 'src/app.ts',
  'dist/cli.cjs': 'src/cli/command-line.ts',
  'dist/http.cjs': 'src/http/serving.ts',
  'dist/llm.cjs': 'src/llm/workshop.ts',
  'dist/record.cjs': 'src/render/renderer.ts',
};
const root = dirname(import.meta.dirname);
const flags = process.argv.slice(2);
const noticesFile = join(root, 'LICENSE-NOTICES');

const { files, metafile } = await bundle(root, ENTRIES);
for (const { path, text } of files) {
  const target = join(root, path);
  mkdirSync(dirname(target), { recursive: true });
  writeFileSync(target, text);
  chmodSync(target, 0o755);
  console.error(`${path}  ${(Buffer.byteLength(text) / 1024).toFixed(1)} KB`);
}

// The name of a shared file changes with what it holds.
const written = new Set(files.map(({ path }) => basename(path)));
for (const name of readdirSync(join(root, 'dist')))
  if (name.endsWith('.cjs') && !written.has(name)) rmSync(join(root, 'dist', name));

const notices = noticesFor(root, metafile);
if (flags.includes('--write-notices')) {
  writeFileSync(noticesFile, notices);
} else if (readIfThere(noticesFile) !== notices) {
  console.error('LICENSE-NOTICES is out of step with the bundle: run `npm run notices` and commit it.');
  if (flags.includes('--check-notices')) process.exitCode = 1;
}

/** @param {string} path */
function readIfThere(path) {
  try {
    return readFileSync(path, 'utf8').replaceAll('\r\n', '\n');
  } catch {
    return null;
  }
}
