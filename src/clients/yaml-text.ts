import type { Json } from './client.ts';

/** Words that YAML takes for something else than text when they stand bare. */
const SPECIAL = /^(true|false|yes|no|on|off|null|~|[\d.+-].*)$/i;

function scalar(value: Json): string {
  const isBare = typeof value === 'string' && /^[A-Za-z][\w-]*$/.test(value) && !SPECIAL.test(value);
  return isBare ? value : JSON.stringify(value);
}

function isTable(value: Json): value is { readonly [key: string]: Json } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The value as YAML in block style, with short lists on one line; JSON text is YAML too. */
export function yamlOf(value: Json, indent = ''): string {
  if (!isTable(value)) return `${indent}${scalar(value)}\n`;
  return Object.entries(value)
    .map(([key, item]) => `${indent}${scalar(key)}:${yamlItem(item, indent)}`)
    .join('');
}

function yamlItem(item: Json, indent: string): string {
  if (isTable(item)) return `\n${yamlOf(item, `${indent}  `)}`;
  if (!Array.isArray(item) || !item.some(isTable)) return ` ${flow(item)}\n`;
  const inner = `${indent}    `;
  return `\n${item.map((each) => `${indent}  - ${yamlOf(each, inner).slice(inner.length)}`).join('')}`;
}

function flow(item: Json): string {
  return Array.isArray(item) ? `[${item.map((each) => JSON.stringify(each)).join(', ')}]` : scalar(item);
}
