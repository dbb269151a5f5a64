import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';

/** A source file: its path from the project root with `/`, and its text. */
export interface SourceFile {
  readonly path: string;
  readonly text: string;
}

const root = dirname(dirname(import.meta.dirname));

/** Every TypeScript file of ours below a top-level folder, sorted; none when the folder is not there. */
export function sourceFiles(folder = 'src'): readonly SourceFile[] {
  return (
    namesBelow(folder)
      .filter((name) => name.endsWith('.ts'))
      .map((name) => name.replaceAll('\\', '/'))
      // Packages that a bench was given are nobody's source here.
      .filter((name) => !name.startsWith('node_modules/'))
      .sort()
      .map((name) => ({
        path: posix.join(folder, name),
        text: readFileSync(join(root, folder, name), 'utf8').replaceAll('\r\n', '\n'),
      }))
  );
}

function namesBelow(folder: string): readonly string[] {
  try {
    return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' });
  } catch {
    return [];
  }
}

const FROM = /^\s*(?:import|export)\b[^;'"]*?\bfrom\s*['"]([^'"]+)['"]/gm;
const BARE = /^\s*import\s*['"]([^'"]+)['"]/gm;
const CALL = /\b(?:import|require)\(\s*['"]([^'"]+)['"]\s*\)/g;

/**
 * What a file imports, type imports and `import()` too: a relative import as the path it leads to, a package
 * or node module by its name.
 */
export function importsOf({ path, text }: SourceFile): readonly string[] {
  const specifiers = [FROM, BARE, CALL].flatMap((pattern) =>
    [...text.matchAll(pattern)].map((match) => match[1] ?? ''),
  );
  return specifiers.map((specifier) =>
    specifier.startsWith('.') ? posix.join(posix.dirname(path), specifier) : specifier,
  );
}
