import { excerpt } from '../../core/text.ts';
import { modes } from './modes.ts';
import { reviewPhase } from './phases.ts';
import type { ReviewSession } from './state.ts';
import { verdictOf } from './verdict.ts';
import { outlineWords as words } from './wording.ts';

const TITLE = 200;

/** The whole review as readable Markdown: the claim, every item with its answer, the verdict. */
export function outline(session: ReviewSession): string {
  const { id, mode, phases, question, context } = session;
  const verdict = verdictOf(session);
  const sections = Object.entries(modes[mode].entries(phases)).flatMap(([name, entries]) => {
    const list: readonly unknown[] = Array.isArray(entries) ? entries : [entries];
    return list.length === 0 ? [] : [`## ${name}`, ...list.map(entry)];
  });
  return [
    `# ${excerpt(question, TITLE)}`,
    words.standing({ id, mode, phase: reviewPhase(session) }),
    ...(session.abandon_reason === null ? [] : [words.abandoned(excerpt(session.abandon_reason, TITLE))]),
    ...(context === '' ? [] : [`## ${words.context}`, quote(context)]),
    ...sections,
    ...(verdict === null ? [] : [`## ${words.verdict}`, `**${verdict.assessment}**`, verdict.reason]),
  ]
    .join('\n\n')
    .concat('\n');
}

/** One item: its facts on a line, its texts as quotes. */
function entry(value: unknown): string {
  const fields = Object.entries(Object(value)).flatMap(([key, each]) => flat(key, each));
  const facts = fields.filter(([key]) => !PROSE.has(key)).map(([key, each]) => `${key} ${each}`);
  const texts = fields.filter(([key]) => PROSE.has(key)).map(([, each]) => quote(each));
  return [`### ${facts.join(' · ')}`, ...texts].join('\n\n');
}

const PROSE = new Set(['text', 'justification', 'action', 'test', 'note', 'answer']);

/** A field as pairs of name and text; an answer brings its own fields. */
function flat(key: string, value: unknown): (readonly [string, string])[] {
  if (value === null) return [];
  if (typeof value !== 'object') return [[key, String(value)]];
  return Object.entries(value).map(([name, each]) => [name, String(each)] as const);
}

function quote(text: string): string {
  return text
    .split(/\r\n|\r|\n/u)
    .map((line) => `> ${line}`)
    .join('\n');
}
