// Programs that a check needs and the project does not: fetched from the package registry into the user's cache folder.
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';

/**
 * The file of a package that is installed in a folder of its own when it is not there yet.
 * @param {string} folder
 * @param {string} spec name and version
 * @param {string} file its path below `node_modules`
 */
export function fetchedFile(folder, spec, file) {
  const prefix = join(homedir(), '.cache', 'deep-think-mcp', folder);
  const path = join(prefix, 'node_modules', file);
  if (!existsSync(path)) {
    const args = ['install', '--prefix', prefix, '--no-save', '--ignore-scripts', spec];
    execFileSync('npm', args, { stdio: ['ignore', 'inherit', 'inherit'] });
  }
  return path;
}

/**
 * The Node binary of a line: the running one where it fits, else a fetched one.
 * @param {string} line
 */
export function nodeOfLine(line) {
  if (process.versions.node.startsWith(`${line}.`)) return process.execPath;
  const name = `node-${process.platform}-${process.arch}`;
  return fetchedFile(`node-${line}`, `${name}@${line}`, join(name, 'bin', 'node'));
}
