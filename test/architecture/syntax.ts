import { transformSync } from 'esbuild';
import { parseAst } from 'vite';
import type { SourceFile } from './source-files.ts';

/** A node of the syntax tree (ESTree), read loosely: the rules look at a few fields of a few kinds. */
export interface SyntaxNode {
  readonly type: string;
  readonly [field: string]: unknown;
}

/** The syntax tree of a TypeScript file without its types and comments. */
export function syntaxOf({ path, text }: SourceFile): SyntaxNode {
  const { code } = transformSync(text, { loader: 'ts', sourcefile: path, target: 'es2023' });
  const tree: unknown = parseAst(code);
  if (!isNode(tree)) throw new Error(`${path} has no syntax tree`);
  return tree;
}

/** Every node below `node` that `visit` leads to; the subtree is left out where it answers false. */
export function walk(node: SyntaxNode, visit: (node: SyntaxNode) => boolean): void {
  if (!visit(node)) return;
  for (const value of Object.values(node)) {
    for (const child of Array.isArray(value) ? value : [value]) {
      if (isNode(child)) walk(child, visit);
    }
  }
}

/** The name of an identifier; undefined for anything else. */
export function nameOf(node: unknown): string | undefined {
  return isNode(node) && node.type === 'Identifier' ? String(node.name) : undefined;
}

/** `object.property` of a plain member access; undefined for anything else. */
export function memberOf(node: unknown): string | undefined {
  if (!isNode(node) || node.type !== 'MemberExpression') return undefined;
  return `${nameOf(node.object) ?? '?'}.${nameOf(node.property) ?? '?'}`;
}

function isNode(value: unknown): value is SyntaxNode {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';
}
