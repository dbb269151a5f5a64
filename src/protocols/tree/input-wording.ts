import { excerpt } from '../../core/text.ts';
import type { BadField, Want } from './reader.ts';

/** How many bad fields one text names, and how much of each path. */
const MOST = 50;
const PATH_LENGTH = 80;

const wanted: Readonly<Record<Want, (allowed: readonly (string | number)[]) => string>> = {
  text: () => 'a text',
  some_text: () => 'a text that is not blank',
  short_text: ([most]) => `a text of at most ${most} bytes`,
  text_or_null: () => "the parent's id, or null for the root",
  option: (allowed) => `one of ${allowed.join(', ')}`,
  whole: ([min, max]) => `a whole number from ${min} to ${max}`,
  flag: () => 'true or false',
  array: () => 'an array',
  object: () => 'an object',
  texts: () => 'a list of at least one text',
  dimensions: () => 'names with lists of values, {"cache": ["on", "off"]} or lines such as cache = on, off',
};

function sayField({ path, want, allowed, got }: BadField): string {
  const name = path === '' ? 'arguments' : excerpt(path, PATH_LENGTH);
  return `${name} must be ${wanted[want](allowed)} (${got === null ? 'missing' : `got ${got}`})`;
}

/** The text that refuses arguments: every bad field by its path. */
export function sayBadFields(tool: string, bad: readonly BadField[]): string {
  const more = bad.length > MOST ? `; and ${bad.length - MOST} more` : '';
  return `Invalid arguments for ${tool}: ${bad.slice(0, MOST).map(sayField).join('; ')}${more}.`;
}

/** The refusal of a parent that is not there. */
export function sayNoParent(tool: string, problem: 'no_session' | 'no_thought' | 'itself'): string {
  const wrong =
    problem === 'no_thought'
      ? '"parentThoughtId" names no thought of that session'
      : '"parentSessionId" names no session';
  return `${tool} did nothing. ${wrong}. Leave it out, or take an id from list_sessions.`;
}
