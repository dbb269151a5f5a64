import { findNodeAtLocation, type Node, type ParseError, parseTree, printParseErrorCode } from 'jsonc-parser';

/** What keeps a file from being read, and where; line and column count from 1. */
export interface Damage {
  readonly problem: string;
  readonly line: number;
  readonly column: number;
}

/** The tree of a document; `root` is null when the text holds nothing but blanks and comments. */
export type ReadTree = { readonly root: Node | null } | { readonly damage: Damage };

/** A problem with its line and column in the text. */
export function damageAt(text: string, offset: number, problem: string): Damage {
  const lines = text.slice(0, offset).split(/\r\n|\n|\r/);
  return { problem, line: lines.length, column: (lines.at(-1)?.length ?? 0) + 1 };
}

/** The parser's name of an error, such as `CommaExpected`, in words. */
function inWords({ error }: ParseError): string {
  const words = printParseErrorCode(error).replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ');
  return words.toLowerCase();
}

/** Whether the text holds blanks and comments only. */
function isEmpty(root: Node | undefined, errors: readonly ParseError[]): boolean {
  return root === undefined && errors.every((error) => printParseErrorCode(error.error) === 'ValueExpected');
}

/** Reads the whole text; `comments` allows comments and trailing commas, as JSONC does. */
export function readTree(text: string, { comments }: { readonly comments: boolean }): ReadTree {
  if (text.trim() === '') return { root: null };
  const errors: ParseError[] = [];
  const root = parseTree(text, errors, { disallowComments: !comments, allowTrailingComma: comments });
  if (isEmpty(root, errors)) return { root: null };
  const [first] = errors;
  if (first !== undefined) return { damage: damageAt(text, first.offset, inWords(first)) };
  return root === undefined ? { damage: damageAt(text, 0, 'no value') } : { root };
}

/** What on the way to a value is no object, or which key there or in the value stands twice: readers disagree about it. */
export function pathDamage(text: string, root: Node, keys: readonly string[]): Damage | null {
  let node: Node | undefined = root;
  for (const key of keys) {
    if (node === undefined) return null;
    if (node.type !== 'object') return damageAt(text, node.offset, 'object expected');
    const twice = repeated(node).find((property) => keyOf(property) === key);
    if (twice !== undefined) return damageAt(text, twice.offset, `second "${key}"`);
    node = findNodeAtLocation(node, [key]);
  }
  const inside = node?.type === 'object' ? repeated(node)[0] : undefined;
  return inside === undefined ? null : damageAt(text, inside.offset, `second "${keyOf(inside)}"`);
}

/** The properties whose key an earlier one has. */
function repeated(node: Node): readonly Node[] {
  const seen = new Set<string>();
  return propertiesOf(node).filter((property) => {
    const key = keyOf(property);
    return seen.has(key) || !seen.add(key);
  });
}

/** The properties of an object, in their order. */
export function propertiesOf(node: Node): readonly Node[] {
  return node.children ?? [];
}

/** The key of a property. */
export function keyOf(property: Node): string {
  return String(property.children?.[0]?.value);
}
