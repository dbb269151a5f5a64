import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readChainDifferences } from './chain-recordings.ts';
import { type Deviation, isEqual } from './comparison.ts';
import { type Fields, fixtureFolder } from './recordings.ts';
import { REVIEW_DIFFERENCES } from './review-differences.ts';
import { TREE_DIFFERENCES } from './tree-differences.ts';

/** Where a deliberate difference shows. What is left out matches anything; a case may end in `*`. */
export interface Occurrence {
  readonly case?: string;
  readonly step?: number;
  readonly tool?: string;
  /** A path as in Deviation; `[*]` stands for any place of a list. */
  readonly field: string;
  readonly recorded?: unknown;
  readonly ours?: unknown;
  /**
   * The call that brings the session to the recorded state: the same with these arguments added, whose reply is
   * compared in place of the first one, or another tool with these arguments alone.
   */
  readonly then?: { readonly tool?: string; readonly arguments: Fields };
}

/** One kind of deliberate difference from the original. */
export interface Difference {
  readonly id: string;
  /** What the original does. */
  readonly original: string;
  /** What this server does. */
  readonly ours: string;
  /** The rule behind it. */
  readonly rule: string;
  readonly applies_to: readonly Occurrence[];
}

/** The listed differences. */
export function readDifferences(): readonly Difference[] {
  // The shape is this file's own; a wrong one leaves deviations unexplained.
  return JSON.parse(readFileSync(join(fixtureFolder, 'differences.json'), 'utf8')) as readonly Difference[];
}

function isInCase(pattern: string, name: string): boolean {
  return pattern.endsWith('*') ? name.startsWith(pattern.slice(0, -1)) : name === pattern;
}

/** Whether the listed occurrence is the one that was found. */
export function explains(listed: Occurrence, found: Deviation): boolean {
  return (
    (listed.case === undefined || isInCase(listed.case, found.case)) &&
    (listed.step === undefined || listed.step === found.step) &&
    (listed.tool === undefined || listed.tool === found.tool) &&
    (listed.field === found.field || listed.field === found.field.replace(/\[\d+\]/g, '[*]')) &&
    (!('recorded' in listed) || isEqual(listed.recorded, found.recorded)) &&
    (!('ours' in listed) || isEqual(listed.ours, found.ours))
  );
}

/** The page that shows the differences to users. */
export function differencesPage(differences: readonly Difference[]): string {
  const cell = (text: string) => text.replaceAll('|', '\\|');
  const rows = differences.map(
    (each) => `| ${cell(each.original)} | ${cell(each.ours)} | ${cell(each.rule)} |`,
  );
  return [
    '# What differs from the original deep-think server',
    '',
    'A test replays recordings of the original against this server, as far as this version goes. Every recorded field',
    'comes out the same, except where this table says so: an unlisted difference fails the test, and so does a listed',
    'one that no longer shows. Ids, times and the wording of messages are free, and replies may hold more fields.',
    '',
    '| The original | This server | Why |',
    '|---|---|---|',
    ...rows,
    '',
    ...recordSections(),
  ].join('\n');
}

/** What the notebooks, the tree and the reviews do differently from the servers that they replace, by the ids of the replays. */
function recordSections(): readonly string[] {
  const rows = (entries: readonly (readonly [id: string, rule: string])[]) =>
    entries.map(([id, rule]) => `| ${id} | ${rule.replaceAll('|', '\\|')} |`);
  const chains = readChainDifferences().map(({ id, rule }) => [id, rule] as const);
  return [
    '## The notebooks',
    '',
    'Recordings of thinkstep (S) and of Darbot deepmind (D) are replayed through the built server. Every answer comes out',
    'the same, but for:',
    '',
    '| id | rule here |',
    '|---|---|',
    ...rows(chains),
    '',
    'Beside the answer, in `_meta`, stand the id of the chain and signs of repetition; the wording of refusals is free, the',
    'fields they name are not.',
    '',
    '## The tree of thoughts',
    '',
    'A recording of the original is replayed through the same code that the server calls. Every fact comes out the same, but for:',
    '',
    '| id | rule here |',
    '|---|---|',
    ...rows(TREE_DIFFERENCES.map(({ id, why }) => [id, why] as const)),
    '',
    'Files are written nowhere outside the data folder: `graphPath` and `dotPath` are empty, the drawings are in the answer.',
    '',
    '## The reviews',
    '',
    'A recording of the original is replayed through the server in one process. Every fact comes out the same, but for:',
    '',
    '| id | rule here |',
    '|---|---|',
    ...rows(REVIEW_DIFFERENCES.map(({ id, why }) => [id, why] as const)),
    '',
    'Every answer also has `message` and `next_tool`, the report `rule`, `counts` and `warnings`. `items` may be one object or JSON',
    'text. Reviews lie with all other sessions, and `data_dir` names that folder.',
    '',
  ];
}
