// Checks what prose says against what is there: links, npm scripts, dependencies, folders.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { deadLinks, unknownScripts, unlisted } from './docs/claims.mjs';

const root = dirname(import.meta.dirname);
const read = (/** @type {string} */ path) => readFileSync(join(root, path), 'utf8');
/** @type {{ scripts: Record<string, string>, devDependencies: Record<string, string> }} */
const manifest = JSON.parse(read('package.json'));

const pages = [
  ...['README.md', 'AGENTS.md', 'CHANGELOG.md', 'llms-install.md'].filter((path) =>
    existsSync(join(root, path)),
  ),
  ...readdirSync(join(root, 'skills')).map((name) => `skills/${name}/SKILL.md`),
  ...readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.md'))
    .map((path) => `docs/${path.replaceAll('\\', '/')}`),
].map((path) => ({ path, text: read(path) }));

const isThere = (/** @type {string} */ path) => existsSync(join(root, path));
const folders = ['src', 'src/protocols'].flatMap((parent) =>
  readdirSync(join(root, parent), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => `${parent}/${name}/`),
);

// Every key of the configuration, so that the guide's table cannot fall behind the packaged file.
let table = '';
const configKeys = read('config/default.toml')
  .split('\n')
  .flatMap((line) => {
    table = /^\[(\w+)\]$/.exec(line)?.[1] ?? table;
    const name = /^(\w+) = /.exec(line)?.[1];
    return name === undefined ? [] : [`${table}.${name}`];
  });

const complaints = [
  ...pages.flatMap((page) => deadLinks(page, isThere)),
  ...pages.flatMap((page) => unknownScripts(page, Object.keys(manifest.scripts))),
  ...unlisted(read('docs/dependencies.md'), Object.keys(manifest.devDependencies), 'docs/dependencies.md'),
  ...unlisted(read('AGENTS.md'), folders, 'AGENTS.md'),
  ...unlisted(read('docs/GUIDE.md'), configKeys, 'docs/GUIDE.md'),
];
for (const complaint of complaints) console.error(complaint);
if (complaints.length > 0) process.exitCode = 1;
else console.log(`${pages.length} pages are in step.`);
