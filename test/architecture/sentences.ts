import type { SourceFile } from './source-files.ts';
import { type SyntaxNode, syntaxOf, walk } from './syntax.ts';

const MOST_WORDS = 3;

/** Every text of four or more words in a file; the reason given to a thrown error does not count. */
export function sentencesIn(file: SourceFile): readonly string[] {
  const found: string[] = [];
  walk(syntaxOf(file), (node) => {
    if (node.type === 'ThrowStatement') return false;
    const text = textOf(node);
    if (text !== null && wordsIn(text) > MOST_WORDS) found.push(`${file.path}: ${text}`);
    return true;
  });
  return found;
}

function textOf(node: SyntaxNode): string | null {
  if (node.type === 'Literal') return typeof node.value === 'string' ? node.value : null;
  if (node.type !== 'TemplateLiteral') return null;
  const parts: unknown = node.quasis;
  return Array.isArray(parts) ? parts.map((part) => String(part.value.cooked)).join(' ') : null;
}

function wordsIn(text: string): number {
  return text.split(/\s+/).filter((word) => /\p{L}/u.test(word)).length;
}
