import { Command, Option } from 'commander';
import { SessionStatus } from '../../core/session.ts';
import { MOST_LISTED } from '../../session-tools/list.ts';
import { DISCARDED } from '../../store/discarded-files.ts';
import { forPerson } from '../person-words.ts';
import { type Archived, archive, restore } from '../sessions/archive.ts';
import { type CleanFlags, clean } from '../sessions/clean.ts';
import { listingLines, sayMore, summaryLines } from '../sessions/listing.ts';
import { limitOption, type SetOption, type Shell, setOption } from '../shell.ts';
import { sayUnknown } from '../show-session.ts';
import { terminal } from '../terminal.ts';

interface JsonOption extends SetOption {
  readonly json?: boolean;
}

interface ListFlags extends JsonOption {
  readonly status?: string;
  readonly protocol?: string;
  readonly project?: string;
  readonly limit?: number;
  readonly cursor?: string;
}

/** `sessions`: the stored sessions as files to keep house with. */
export const sessionsCommand = (shell: Shell) =>
  new Command('sessions')
    .summary('list, show, archive and restore sessions; empty the trash')
    .description('Keeps house with the stored sessions.')
    .addCommand(listCommand(shell))
    .addCommand(showCommand(shell))
    .addCommand(archiveCommand(shell))
    .addCommand(restoreCommand(shell))
    .addCommand(gcCommand(shell));

const lines = (texts: readonly string[]) => texts.map((text) => `${text}\n`).join('');
const jsonFlag = () => new Option('--json', 'print one JSON object');

const listCommand = (shell: Shell) =>
  new Command('list')
    .description('Lists the stored sessions, newest first.')
    .addOption(
      new Option('--status <status>', 'only these; without it all but archived ones').choices(
        SessionStatus.options,
      ),
    )
    .option('--protocol <name>', 'only those of one way of working')
    .option('--project <label>', 'only those with this label')
    .addOption(limitOption('how many at most (default: 20)', MOST_LISTED))
    .option('--cursor <cursor>', 'go on behind the page before')
    .addOption(jsonFlag())
    .addOption(setOption())
    .allowExcessArguments(false)
    .action((flags: ListFlags) => list(shell, flags));

async function list(
  { desk, printPainted, printJson, tell }: Shell,
  { json: asJson, set = [], ...query }: ListFlags,
) {
  const { dispatcher } = await desk(set);
  const { reply } = await dispatcher().call('list_sessions', query);
  if (reply.error !== undefined) process.exitCode = 1;
  if (asJson === true) return printJson(reply);
  if (reply.error !== undefined) return tell(`deep-think-mcp: ${forPerson(reply.message)}`);
  const rows = listingLines(reply, terminal());
  if (rows.length === 0) tell('No session matches.');
  printPainted(lines(rows));
  const more = sayMore(reply);
  if (more !== null) tell(more);
}

const showCommand = (shell: Shell) =>
  new Command('show')
    .description('Prints what a session is and the lines of its committed thoughts.')
    .argument('<id>', 'the id of the session')
    .addOption(jsonFlag())
    .addOption(setOption())
    .allowExcessArguments(false)
    .action((id: string, flags: JsonOption) => show(shell, id, flags));

async function show(
  { desk, print, printJson, tell }: Shell,
  id: string,
  { json: asJson, set = [] }: JsonOption,
) {
  const { world, dispatcher, toolWorld } = await desk(set);
  const stored = await world.store.read(id);
  if (stored === null) return fail(tell, sayUnknown(id, await world.store.ids()));
  const { session, path } = stored;
  const { question, protocol, status, project, created_at, updated_at } = session;
  const { reply } = await dispatcher().call('summarize_session', { session_id: id, scope: 'all' });
  const counts = toolWorld().tally(session);
  const facts = { id, question, protocol, status, project, path, created_at, updated_at, ...counts };
  const summary = reply.error === undefined ? { ...facts, digest: reply.digest } : facts;
  if (asJson === true) printJson(summary);
  else print(lines(summaryLines(summary)));
}

function fail(tell: Shell['tell'], problem: string): void {
  tell(`deep-think-mcp: ${problem}`);
  process.exitCode = 1;
}

const archiveCommand = (shell: Shell) =>
  new Command('archive')
    .description('Closes sessions against changes; they can still be read and listed.')
    .argument('<ids...>', 'the ids of the sessions')
    .addOption(jsonFlag())
    .addOption(setOption())
    .action((ids: readonly string[], flags: JsonOption) => each(shell, ids, flags, archive));

const restoreCommand = (shell: Shell) =>
  new Command('restore')
    .description('Opens archived sessions again.')
    .argument('<ids...>', 'the ids of the sessions')
    .addOption(jsonFlag())
    .addOption(setOption())
    .action((ids: readonly string[], flags: JsonOption) => each(shell, ids, flags, restore));

async function each(
  { desk, print, printJson, tell }: Shell,
  ids: readonly string[],
  { json: asJson, set = [] }: JsonOption,
  work: typeof archive,
): Promise<void> {
  const { world } = await desk(set);
  const sessions: object[] = [];
  for (const id of ids) {
    const done = await work(id, world);
    if (done === null) fail(tell, sayUnknown(id, await world.store.ids()));
    else if ('holder' in done) fail(tell, `${id} is being worked on by ${done.holder}`);
    else if (asJson === true) sessions.push(done);
    else print(`${sayArchived(done)}\n`);
  }
  if (asJson === true) printJson({ sessions });
}

function sayArchived({ id, status, changed }: Extract<Archived, { readonly id: string }>): string {
  return changed ? `${id} is ${status} now.` : `${id} is ${status}; nothing was changed.`;
}

const gcCommand = (shell: Shell) =>
  new Command('gc')
    .description(
      'Deletes old files of the trash and old exports for good. Nothing else is touched, and it never happens by itself.',
    )
    .argument('[folders...]', `${DISCARDED.join(' or ')}; both when left out`)
    .requiredOption('--older-than <days>', 'only what has been there for more than so many days')
    .option('--dry-run', 'only say what would be deleted')
    .addOption(jsonFlag())
    .addOption(setOption())
    .action((folders: readonly string[], flags: CleanFlags) => clean(shell, folders, flags));
