import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Client } from '../../clients/client.ts';
import { CLIENTS } from '../../clients/clients.ts';
import { type FoundEntry, findEntry } from '../../clients/found-entry.ts';
import type { Refusal } from '../../clients/outcome.ts';
import { scopesOf } from '../../clients/place.ts';
import { setup } from '../../clients/setup.ts';
import { sayRefusal } from '../../clients/wording.ts';
import { wordsMistake } from '../start-words.ts';
import { type Check, type Finding, ok, type Patient, problem, warning } from './finding.ts';
import { sayTools } from './tool-price.ts';

/** What is wrong with the command itself. */
function commandFinding({ title, id }: Client, { options, file }: FoundEntry): Finding[] {
  const { checkout } = options;
  if (checkout === undefined || existsSync(join(checkout, 'dist', 'main.cjs'))) return [];
  return [
    problem(
      `${title}: the entry in ${file} starts ${join(checkout, 'dist', 'main.cjs')}, which is not there`,
      `Run deep-think-mcp setup ${id}, with --from-checkout for a checkout.`,
    ),
  ];
}

/** What the server would not start with. */
async function startFinding({ title, id }: Client, { words, file }: FoundEntry, { desk }: Patient) {
  const mistake = words === null ? null : await wordsMistake(words, desk);
  if (mistake === null) return [];
  const todo = `Run deep-think-mcp setup ${id}, or correct the arguments there.`;
  return [problem(`${title}: the server does not start with the entry in ${file}: ${mistake}`, todo)];
}

function stateFinding(client: Client, entry: FoundEntry, { machine }: Patient): Finding {
  const { title, id } = client;
  const { file, options, isByHand, state } = entry;
  if (state.kind === 'not_ours') return ok(`${title}: ${file} holds more than our entry and is left alone`);
  if (isByHand) return ok(`${title}: an entry in ${file} with words of its own`);
  if (state.kind === 'equal')
    return state.marked
      ? warning(
          `${title}: ${file} begins with a byte-order mark`,
          'Save it without one: some clients cannot read it.',
        )
      : ok(`${title}: set up in ${file}`);
  if (state.kind !== 'different') return ok(`${title}: an entry in ${file}`);
  const keys = state.differences.map(({ key }) => key).join(', ');
  return warning(
    `${title}: the entry in ${file} differs from what setup would write${keys === '' ? '' : ` (${keys})`}`,
    `Run deep-think-mcp setup ${id}, or doctor --fix; the old file is kept beside it.`,
    () => {
      setup(client, options, machine);
    },
  );
}

/** What the tools of an entry cost, and whether the client takes so many. */
async function offerFindings(client: Client, entry: FoundEntry, { desk }: Patient): Promise<Finding[]> {
  const { title, toolCap, id } = client;
  const { options, file, state } = entry;
  if (options.remote !== undefined || state.kind === 'not_ours') return [];
  const names = await desk.toolNames(options.toolsets ?? client.toolsets ?? ['all']);
  if (names === null) return [];
  const offer = `${title}: the entry in ${file} offers ${sayTools(names)}`;
  if (toolCap === null || names.length <= toolCap) return [ok(offer)];
  const fewer = client.toolsets === null ? 'SETS' : client.toolsets.join(',');
  const todo = `Run deep-think-mcp setup ${id} --toolsets ${fewer}.`;
  return [warning(`${offer}; the client takes ${toolCap} tools of all servers`, todo)];
}

/** The entries of a client; where the project is the home folder, two scopes may be one file. */
function entriesOf(client: Client, { machine, packageRoot }: Patient): readonly (FoundEntry | Refusal)[] {
  const found = scopesOf(client).flatMap((scope) => {
    const entry = findEntry(client, { scope, checkout: packageRoot, machine });
    return entry === null ? [] : [entry];
  });
  const fileOf = (entry: FoundEntry | Refusal) => ('file' in entry ? entry.file : null);
  return found.filter((entry, place) => found.findIndex((each) => fileOf(each) === fileOf(entry)) === place);
}

async function findingsOf(client: Client, patient: Patient): Promise<Finding[]> {
  const found: Finding[] = [];
  for (const entry of entriesOf(client, patient)) {
    if ('kind' in entry)
      found.push(problem(`${client.title}: ${sayRefusal(client, entry)}`, 'Repair that file.'));
    else {
      const wrong = [...commandFinding(client, entry), ...(await startFinding(client, entry, patient))];
      const state = [stateFinding(client, entry, patient), ...(await offerFindings(client, entry, patient))];
      found.push(...(wrong.length > 0 ? wrong : state));
    }
  }
  return found;
}

/** Whether clients have our entry, as setup would write it. */
export const clientEntries: Check = {
  name: 'clients',
  look: async (patient) => {
    const found: Finding[] = [];
    for (const client of CLIENTS) found.push(...(await findingsOf(client, patient)));
    if (found.length > 0) return found;
    return [
      warning(
        'no client whose file can be read has an entry of this server',
        'Run deep-think-mcp setup CLIENT, or config CLIENT to do it by hand.',
      ),
    ];
  },
};
