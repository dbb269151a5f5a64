import { homedir } from 'node:os';
import process from 'node:process';
import { Command } from 'commander';
import { type FileReport, foreignFolders, importPaths, linkLines, reportLine } from '../import.ts';
import { type SetOption, type Shell, setOption } from '../shell.ts';

interface ImportOptions extends SetOption {
  readonly dryRun?: boolean;
  readonly json?: boolean;
}

/** `import`: what people have from this server and the ones that it replaces. */
export const importCommand = (shell: Shell) =>
  new Command('import')
    .summary(
      'bring in session files, exports, reviews and investigations, also of the servers that this one replaces',
    )
    .description(
      'Brings in session files, exports, reviews and investigations, one line for each file. The files themselves stay as they are. Without a path it takes the folders that DEVILS_ADVOCATE_DIR and TOT_PERSIST_DIR name.',
    )
    .argument('[paths...]', 'files or folders')
    .option('--dry-run', 'only say what would be done')
    .option('--json', 'print one JSON object')
    .addOption(setOption())
    .action((paths: readonly string[], options: ImportOptions) => importInto(shell, paths, options));

async function importInto(shell: Shell, given: readonly string[], options: ImportOptions): Promise<void> {
  const { desk, print, printJson, tell, refuse } = shell;
  const { dryRun = false, json = false, set = [] } = options;
  const paths = given.length > 0 ? given : foreignFolders(process.env, homedir());
  if (paths.length === 0 || paths.some((path) => path.trim() === ''))
    refuse('import wants a file or a folder, and a path is not blank');
  const { toolWorld } = await desk(set);
  const report = (file: FileReport) => {
    if (!json) print(`${reportLine(file, dryRun)}\n`);
  };
  const onWait = (holder: string) => tell(`Waiting for another import: ${holder}`);
  const files = await importPaths(paths, { world: toolWorld(), dryRun, tell: report, onWait });
  if (json) printJson({ dry_run: dryRun, files });
  else for (const line of files.flatMap(linkLines)) print(`${line}\n`);
  if (!json && files.length === 0) tell('There is no JSON file there.');
  if (files.some(({ outcome }) => outcome === 'skipped')) process.exitCode = 1;
}
