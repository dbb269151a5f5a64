import { execFileSync } from 'node:child_process';
import { mkdtempSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type Figure, interleave, type Suite, timed } from '../figures.ts';
import benchPackage from '../package.json' with { type: 'json' };
import { builtServer, initialize, startServer } from '../server.ts';
import { withTempHome } from '../temp-home.ts';

const FIRST_RUNS = 3;
const WARM_RUNS = 9;
const PEER = '@modelcontextprotocol/server-sequential-thinking';
const FIRST_TARGET = 0.3;
const WARM_TARGET = 0.85;
const SIZE_TARGET_KIB = 1024;

/** The script of npm, which `npm run` names. */
function npmScript(): string {
  const path = process.env.npm_execpath;
  if (path === undefined) throw new Error('run this suite with "npm run bench"');
  return path;
}

/** The package as it would be published, as a file in `folder`. */
function packed(folder: string): string {
  const root = dirname(dirname(builtServer()));
  const args = [npmScript(), 'pack', '--ignore-scripts', '--json', '--pack-destination', folder];
  const [made] = JSON.parse(execFileSync(process.execPath, args, { cwd: root, encoding: 'utf8' }));
  return join(folder, String(made.filename));
}

/** From the start of `npm exec` to the answered tools/list. */
async function execOnce(what: readonly string[], cache: string): Promise<number> {
  return withTempHome(async (home) => {
    const begun = performance.now();
    const args = ['exec', '--yes', '--no-audit', '--no-fund', '--cache', cache, ...what];
    const server = startServer(npmScript(), home, { args, cwd: home });
    await initialize(server);
    await server.ask('tools/list');
    const took = performance.now() - begun;
    await server.close();
    return took;
  });
}

async function figuresOf(tarball: string, folder: string): Promise<Figure[]> {
  const packedOne = ['--package', tarball, '--', 'deep-think-mcp'];
  const peer = ['--', `${PEER}@${benchPackage.dependencies[PEER]}`];
  const empty = () => mkdtempSync(join(folder, 'cache-'));
  const first = await interleave(
    FIRST_RUNS,
    () => execOnce(packedOne, empty()),
    () => execOnce(peer, empty()),
  );
  const [ours, theirs] = [empty(), empty()];
  await execOnce(packedOne, ours);
  await execOnce(peer, theirs);
  const warm = await interleave(
    WARM_RUNS,
    () => execOnce(packedOne, ours),
    () => execOnce(peer, theirs),
  );
  return [
    timed('first run, empty cache', first, FIRST_TARGET),
    timed('later runs, warm cache', warm, WARM_TARGET),
  ];
}

/** What a client waits for when npm fetches the server. */
export const install: Suite = () =>
  withTempHome(async (folder) => {
    const tarball = packed(folder);
    const kib = statSync(tarball).size / 1024;
    const notes = [
      `Packed: ${kib.toFixed(0)} KiB (target ≤ ${SIZE_TARGET_KIB} KiB: ${kib <= SIZE_TARGET_KIB ? 'met' : '**missed**'}); packages installed with it: 0.`,
    ];
    const figures = await figuresOf(tarball, folder).catch((error: unknown): Figure[] => {
      notes.push(`Not measured: ${error instanceof Error ? error.message : error}.`);
      return [];
    });
    return {
      title: 'install',
      method: `\`npm exec\` up to the answered tools/list: the packed package as a local file ÷ the peer \`${PEER}\`, pinned, from the registry that npm is set to. ${FIRST_RUNS} interleaved pairs each with an empty cache, ${WARM_RUNS} with one that was used before. A local file spares the one download of the package itself.`,
      figures,
      notes,
    };
  });
