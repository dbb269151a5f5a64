import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { foreignFolders, importPaths } from '../import.ts';
import { type Check, type Finding, type Patient, warning } from './finding.ts';

/** The data folders of the replaced servers: those that the environment names, and their defaults. */
function foldersOf({ env, home }: Patient['machine']): string[] {
  const usual = [join(home, '.mcp-devils-advocate'), join(tmpdir(), 'tree-of-thoughts-mcp')];
  return [...new Set([...foreignFolders(env, home), ...usual])].filter((folder) => existsSync(folder));
}

const nobody = () => undefined;
/** A trial run that tells nobody. */
const parts = { dryRun: true, tell: nobody, onWait: nobody };

async function findingsOf(folder: string, { desk }: Patient): Promise<Finding[]> {
  const files = await importPaths([folder], { ...parts, world: desk.toolWorld() });
  const fresh = files.filter(({ outcome }) => outcome === 'imported').length;
  if (fresh === 0) return [];
  return [
    warning(
      `${folder} holds ${fresh} records of another server`,
      `To bring them in: deep-think-mcp import "${folder}"`,
    ),
  ];
}

/** Whether a server that this one replaces has left records that are not here. */
export const oldData: Check = {
  name: 'import',
  look: async (patient) => {
    const found: Finding[] = [];
    for (const folder of foldersOf(patient.machine)) found.push(...(await findingsOf(folder, patient)));
    return found;
  },
};
