import type { SourceFile } from './source-files.ts';
import { memberOf, nameOf, type SyntaxNode, syntaxOf, walk } from './syntax.ts';

/** Names that reach the clock, chance, the process, the network or a later turn of the event loop. */
const WORLD = new Set([
  'process',
  'globalThis',
  'global',
  'fetch',
  'crypto',
  'performance',
  'setTimeout',
  'setInterval',
  'setImmediate',
  'queueMicrotask',
  'Promise',
]);

/** One line for each place where a file reads the world or waits for it. */
export function impurities(file: SourceFile): readonly string[] {
  const found: string[] = [];
  walk(syntaxOf(file), (node) => {
    const what = impurityOf(node);
    if (what !== null) found.push(`${file.path}: ${what}`);
    return true;
  });
  return found;
}

function impurityOf(node: SyntaxNode): string | null {
  if (node.async === true || node.type === 'AwaitExpression' || node.type === 'ImportExpression') {
    return 'async';
  }
  if (node.type === 'ImportDeclaration') return nodeModuleOf(node.source);
  if (node.type === 'NewExpression') return readsClock(node) ? 'new Date' : worldOf(node.callee);
  if (node.type === 'CallExpression') {
    return nameOf(node.callee) === 'Date' ? 'Date()' : worldOf(node.callee);
  }
  if (node.type !== 'MemberExpression') return null;
  const member = memberOf(node);
  return member === 'Date.now' || member === 'Math.random' ? member : worldOf(node.object);
}

/** With an argument a date is a given time in another form; without one it is now. */
function readsClock({ callee, arguments: given }: SyntaxNode): boolean {
  return nameOf(callee) === 'Date' && !(Array.isArray(given) && given.length > 0);
}

function nodeModuleOf(source: unknown): string | null {
  const name = String(Object(source).value);
  return name.startsWith('node:') ? name : null;
}

function worldOf(node: unknown): string | null {
  const name = nameOf(node);
  return name !== undefined && WORLD.has(name) ? name : null;
}
