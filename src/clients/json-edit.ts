import { applyEdits, createScanner, type Edit, findNodeAtLocation, type Node } from 'jsonc-parser';
import type { Json } from './client.ts';
import { indentAt, isFirstOnLine, type Layout, layoutOf, rendered } from './json-layout.ts';
import { keyOf, propertiesOf, readTree } from './json-tree.ts';

/*
 * The library's own `modify` lays out anew the lines it touches and takes comments away with a property, so
 * only its parser and scanner serve here; each edit below touches nothing but what it adds or removes.
 */

const insertion = (offset: number, content: string): Edit => ({ offset, length: 0, content });
const deletion = (offset: number, end: number): Edit => ({ offset, length: end - offset, content: '' });
const endOf = ({ offset, length }: Node): number => offset + length;

/** What stands between two values: the comma, if there is one, and where the last comment or comma ends. */
function gapOf(text: string, from: number, to: number): { comma: number | null; lastEnd: number } {
  const scanner = createScanner(text, false);
  scanner.setPosition(from);
  let comma: number | null = null;
  let lastEnd = from;
  for (scanner.scan(); scanner.getTokenOffset() < to; scanner.scan()) {
    const token = text.slice(scanner.getTokenOffset(), scanner.getPosition());
    if (token === '') break;
    if (token === ',') comma = scanner.getTokenOffset();
    if (token.trim() !== '') lastEnd = scanner.getPosition();
  }
  return { comma, lastEnd };
}

/** The indentation that a new property of the object gets. */
function innerIndent(text: string, node: Node, { step }: Layout): string {
  const [first] = propertiesOf(node);
  return first !== undefined && isFirstOnLine(text, first.offset)
    ? indentAt(text, first.offset)
    : outerIndent(text, node) + step;
}

/** The indentation of the object's closing brace. */
function outerIndent(text: string, node: Node): string {
  const close = endOf(node) - 1;
  return indentAt(text, isFirstOnLine(text, close) ? close : node.offset);
}

function insertProperty(text: string, node: Node, key: string, value: Json): string {
  const layout = layoutOf(text);
  const last = propertiesOf(node).at(-1);
  const close = endOf(node) - 1;
  const { comma, lastEnd } = gapOf(text, last === undefined ? node.offset + 1 : endOf(last), close);
  const before = last !== undefined && comma === null ? [insertion(endOf(last), ',')] : [];
  const trailing = comma === null ? '' : ',';
  const name = JSON.stringify(key);
  const inside = text.slice(node.offset, close);
  if (last !== undefined && !/[\r\n]/.test(inside)) {
    const blank = /[,{:]\s/.test(inside) ? ' ' : '';
    const added = `${blank}${name}:${blank}${JSON.stringify(value)}${trailing}`;
    return applyEdits(text, [...before, insertion(lastEnd, added)]);
  }
  const indent = innerIndent(text, node, layout);
  const end = /[\r\n]/.test(text.slice(lastEnd, close)) ? '' : layout.lineEnd + outerIndent(text, node);
  const added = `${layout.lineEnd}${indent}${name}: ${rendered(value, layout, indent)}${trailing}${end}`;
  return applyEdits(text, [...before, insertion(lastEnd, added)]);
}

/** Where the line end before the property begins, if nothing else stands on its line. */
function lineStart(text: string, offset: number, end: number): number | null {
  if (!isFirstOnLine(text, offset) || !/^[ \t]*(?:[\r\n]|$)/.test(text.slice(end, end + 1000))) return null;
  const start = offset - indentAt(text, offset).length;
  if (start === 0) return null;
  return text.slice(0, start).endsWith('\r\n') ? start - 2 : start - 1;
}

/** The edits that take away a property with the comma after it. */
function withCommaAfter(text: string, property: Node, comma: number): Edit[] {
  const end = endOf(property);
  if (text.slice(end, comma).trim() !== '')
    return [deletion(property.offset, end), deletion(comma, comma + 1)];
  const start = lineStart(text, property.offset, comma + 1);
  if (start !== null) return [deletion(start, comma + 1)];
  const blanks = /^[ \t]*/.exec(text.slice(comma + 1))?.[0].length ?? 0;
  return [deletion(property.offset, comma + 1 + blanks)];
}

/** The edits that take away the last property with the comma before it, if there is one. */
function withCommaBefore(text: string, property: Node, comma: number | null): Edit[] {
  const end = endOf(property);
  if (comma !== null && text.slice(comma + 1, property.offset).trim() === '') return [deletion(comma, end)];
  const start = lineStart(text, property.offset, end) ?? property.offset;
  return [...(comma === null ? [] : [deletion(comma, comma + 1)]), deletion(start, end)];
}

function withoutProperty(text: string, node: Node, property: Node): string {
  const properties = propertiesOf(node);
  const index = properties.indexOf(property);
  const close = endOf(node) - 1;
  const { comma } = gapOf(text, endOf(property), properties[index + 1]?.offset ?? close);
  if (comma !== null) return applyEdits(text, withCommaAfter(text, property, comma));
  const previous = properties[index - 1];
  if (previous === undefined && isBlankAround(text, node, property))
    return applyEdits(text, [deletion(node.offset + 1, close)]);
  const before = previous === undefined ? null : gapOf(text, endOf(previous), property.offset).comma;
  return applyEdits(text, withCommaBefore(text, property, before));
}

function isBlankAround(text: string, node: Node, property: Node): boolean {
  const around = text.slice(node.offset + 1, property.offset) + text.slice(endOf(property), endOf(node) - 1);
  return around.trim() === '';
}

function rootOf(text: string): Node | null {
  const read = readTree(text, { comments: true });
  if ('damage' in read) throw new Error(`unreadable JSON: ${read.damage.problem}`);
  return read.root;
}

/** The value under `keys`, with objects made for those that are missing; every other byte stays. */
export function withValue(text: string, keys: readonly string[], value: Json): string {
  const root = rootOf(text);
  const nested = (rest: readonly string[]): Json =>
    rest.reduceRight<Json>((inner, key) => ({ [key]: inner }), value);
  if (root === null) {
    const layout = layoutOf(text);
    const gap = text === '' || /[\r\n]$/.test(text) ? '' : layout.lineEnd;
    return `${text}${gap}${rendered(nested(keys), layout, '')}${layout.lineEnd}`;
  }
  let node = root;
  for (const [depth, key] of keys.entries()) {
    const rest = keys.slice(depth + 1);
    const next = findNodeAtLocation(node, [key]);
    if (next === undefined) return insertProperty(text, node, key, nested(rest));
    if (rest.length === 0 || next.type !== 'object') return replaceValue(text, next, nested(rest));
    node = next;
  }
  return text;
}

function replaceValue(text: string, { offset, length }: Node, value: Json): string {
  const content = rendered(value, layoutOf(text), indentAt(text, offset));
  return applyEdits(text, [{ offset, length, content }]);
}

/** The text without the property under `keys`; comments and every other byte stay. */
export function withoutValue(text: string, keys: readonly string[]): string {
  const root = rootOf(text);
  const node = root === null ? undefined : findNodeAtLocation(root, [...keys.slice(0, -1)]);
  const property = node && propertiesOf(node).find((each) => keyOf(each) === keys.at(-1));
  return node && property ? withoutProperty(text, node, property) : text;
}
