import { type Block, printBlock } from '../../src/clients/block.ts';
import type { Client, Machine } from '../../src/clients/client.ts';
import { CLIENTS } from '../../src/clients/clients.ts';
import { pathsIn, scopesOf } from '../../src/clients/place.ts';

/** Machines whose home folder stands as the sign for it. */
const MACHINES: Readonly<Record<string, Machine>> = {
  Linux: { platform: 'linux', env: {}, home: '~', cwd: '.' },
  macOS: { platform: 'darwin', env: {}, home: '~', cwd: '.' },
  Windows: { platform: 'win32', env: {}, home: '%USERPROFILE%', cwd: '.' },
};

const INTRO = `# Wiring a client

The entry of each client, the file it belongs into, and a link that adds it where the client has one. This page is written
by a test from the table in \`src/clients/clients.ts\`.

* The blocks start the package from the registry, **once it is published**. From a checkout write \`node\` and
  \`/absolute/path/to/deep-think-mcp/dist/main.cjs\` in place of the command and every word up to \`deep-think-mcp\`: in place
  of \`npx\`, \`-y\` and \`deep-think-mcp\` on Linux and macOS, of \`cmd\`, \`/c\`, \`npx\`, \`-y\` and \`deep-think-mcp\` on
  Windows. What comes behind it stays.
* Where the file holds other servers, only what stands under \`deep-think\` is added to them.
* To keep the data elsewhere, give the entry the variable \`DEEP_THINK_HOME\` with an absolute path.
* Some clients take a limited number of tools of all servers together; their blocks choose sets of tools with \`--toolsets\`.
* Comments and trailing commas are an error in the files of ${titles(({ format }) => format === 'json')}.
* Save the file as UTF-8 without a byte-order mark.

**Not run here:** the blocks follow the documentation of the clients. None of these clients has been run with them, and
neither Windows nor macOS; what the tests check, they check on Linux.
`;

function titles(fits: (client: Client) => boolean): string {
  const names = CLIENTS.filter(fits).map(({ title }) => title);
  return `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
}

function blockFor(client: Client, machine: Machine | undefined): Block {
  const block = machine && printBlock(client, {}, machine);
  if (block?.kind !== 'block') throw new Error(`no block for ${client.id}`);
  return block;
}

/** The files of a scope, with the platforms they belong to where they differ. */
function filesOf(client: Client, scope: 'user' | 'project'): string {
  const platforms = Object.entries(MACHINES).map(([name, machine]) => {
    const slashed = (path: string) => (scope === 'project' ? path.replaceAll('\\', '/') : path);
    const files = pathsIn(client, scope, machine).map((path) => `\`${slashed(path)}\``);
    return { name, files: files.join(' or ') };
  });
  const all = [...new Set(platforms.map(({ files }) => files))];
  const named = all.map((files) => {
    const names = platforms.filter((platform) => platform.files === files).map(({ name }) => name);
    return all.length === 1 ? files : `${names.join(', ')}: ${files}`;
  });
  return named.join('; ');
}

function sectionOf(client: Client): string {
  const block = blockFor(client, MACHINES.Linux);
  const fence = (text: string) => `\`\`\`${block.format}\n${text}\`\`\``;
  const label = { user: 'For all folders', project: 'For one project' };
  return [
    `## ${client.title}`,
    [
      ...scopesOf(client).map((scope) => `* ${label[scope]}: ${filesOf(client, scope)}`),
      ...(block.menu === null ? [] : [`* In the client: ${block.menu}`]),
      ...(block.toolCap === null ? [] : [`* Takes ${block.toolCap} tools of all servers`]),
      ...(block.link === null ? [] : [`* Link: \`${block.link}\``]),
    ].join('\n'),
    fence(block.text),
    'On Windows:',
    fence(blockFor(client, MACHINES.Windows).text),
  ].join('\n\n');
}

/** The page that shows the block of every client. */
export function wiringPage(): string {
  return `${[INTRO.trimEnd(), ...CLIENTS.map(sectionOf)].join('\n\n')}\n`;
}
