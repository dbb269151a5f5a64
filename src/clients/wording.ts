import type { Block } from './block.ts';
import type { Client } from './client.ts';
import type { FileProblem } from './config-file.ts';
import type { Difference } from './entry.ts';
import type { EntryState, FileAction, Outcome, Refusal } from './outcome.ts';

const PROBLEMS: Readonly<Record<FileProblem, (file: string) => string>> = {
  dangling_link: (file) =>
    `${file} is a link to a file that is not there. Make that file, or delete the link.`,
  read_only: (file) => `${file} is read-only. Make it writable, then run the command again.`,
  changed_meanwhile: (file) => `${file} was changed by another program just now. Run the command again.`,
};

/** Why nothing was done, and what to do instead. */
export function sayRefusal({ id, title }: Client, refusal: Refusal): string {
  switch (refusal.kind) {
    case 'print_only':
      return `The file of ${title} is not edited by this command. Run deep-think-mcp config ${id} and paste the block.`;
    case 'no_such_scope':
      return refusal.scopes.length === 0
        ? `${title} has no file that is known here. Leave out --scope.`
        : `${title} has no file of that scope. Use --scope ${refusal.scopes.join(' or ')}.`;
    case 'no_address':
      return `${title} starts its servers itself. Leave out --url.`;
    case 'unreadable': {
      const { problem, line, column } = refusal.damage;
      return `${refusal.file} cannot be read at line ${line}, column ${column}: ${problem}. Nothing was written. Repair the file, then run the command again.`;
    }
    case 'not_utf8':
      return `${refusal.file} is not UTF-8. Nothing was written. Save it as UTF-8 without a byte-order mark, then run the command again.`;
    case 'not_ours':
      return `${refusal.file} holds something that setup has not written. Nothing was changed. Rename that file, or run deep-think-mcp config ${id} and add the block by hand.`;
    case 'failed':
      return `${refusal.detail}. Put that right, then run the command again.`;
    default:
      return PROBLEMS[refusal.kind](refusal.file);
  }
}

const MARK = 'The file begins with a byte-order mark, which some clients cannot read: save it without one.';
const DONE: Readonly<Record<FileAction, string>> = {
  created: 'Created',
  changed: 'Changed',
  deleted: 'Deleted',
};

/** What a setup did, in lines. */
export function saySetup(client: Client, result: Outcome | Refusal): string {
  return sayChange(client, result, {
    unchanged: (file) => `${client.title} is set up already in ${file}.`,
    next: `Restart ${client.title} to start the server.`,
  });
}

/** What a removal did, in lines. */
export function sayRemoval(client: Client, result: Outcome | Refusal): string {
  return sayChange(client, result, {
    unchanged: (file) => `${client.title} has no entry of deep-think in ${file}.`,
    next: `Restart ${client.title} to end the server. Your sessions stay where they are.`,
  });
}

interface ChangeWords {
  readonly unchanged: (file: string) => string;
  readonly next: string;
}

function sayChange(client: Client, result: Outcome | Refusal, { unchanged, next }: ChangeWords): string {
  const lines: string[] = [];
  if (result.kind === 'unchanged') lines.push(unchanged(result.file));
  else if (result.kind === 'planned') return `${result.diff}Nothing was written: this was a dry run.`;
  else if (result.kind === 'written') {
    lines.push(`${DONE[result.action]} ${result.file}.`);
    if (result.backup !== null) lines.push(`What it held before is in ${result.backup}.`);
    lines.push(next);
  } else return sayRefusal(client, result);
  if (result.marked) lines.push(MARK);
  return lines.join('\n');
}

const sayDifference = ({ key, found, wanted }: Difference) =>
  `  ${key}: ${found ?? 'nothing'}, wanted ${wanted ?? 'nothing'}`;

/** How an entry stands, in lines. */
export function sayEntryState(client: Client, state: EntryState | Refusal): string {
  if (state.kind === 'absent') return `${client.title}: no entry in ${state.file}.`;
  if (state.kind !== 'equal' && state.kind !== 'different') return sayRefusal(client, state);
  const mark = state.marked ? [MARK] : [];
  if (state.kind === 'equal') return [`${client.title}: set up in ${state.file}.`, ...mark].join('\n');
  return [
    `${client.title}: the entry in ${state.file} differs from what setup would write.`,
    ...state.differences.map(sayDifference),
    ...mark,
  ].join('\n');
}

/** Where a block goes and what is in it, in lines before the block itself. */
export function sayBlock(client: Client, block: Block): string {
  const { file, menu, link, toolCap, toolsets } = block;
  const places = [file, menu].filter((place) => place !== null);
  return [
    `${client.title}: put this into ${places.join(', or ')}`,
    ...(toolCap === null
      ? []
      : [`${client.title} takes ${toolCap} tools of all servers; this entry has ${namesOf(toolsets)}.`]),
    ...(link === null ? [] : [`Or open: ${link}`]),
  ].join('\n');
}

const namesOf = (toolsets: readonly string[] | null) =>
  toolsets === null ? 'all tools' : `the sets ${toolsets.join(', ')}`;
