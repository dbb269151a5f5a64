import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import type { Suite, SuiteReport } from './figures.ts';
import { reportOf } from './report.ts';
import { autopilot } from './suites/autopilot.ts';
import { call } from './suites/call.ts';
import { distance } from './suites/distance.ts';
import { growth } from './suites/growth.ts';
import { http } from './suites/http.ts';
import { install } from './suites/install.ts';
import { list } from './suites/list.ts';
import { lock } from './suites/lock.ts';
import { neighboursOf } from './suites/neighbours.ts';
import { processes } from './suites/processes.ts';
import { search } from './suites/search.ts';
import { sequential } from './suites/sequential.ts';
import { start } from './suites/start.ts';
import { tokensOf } from './suites/tokens.ts';
import { tree } from './suites/tree.ts';

const SUITES: ReadonlyMap<string, Suite> = new Map([
  ['start', start],
  ['neighbours', neighboursOf],
  ['install', install],
  ['call', call],
  ['growth', growth],
  ['tokens', tokensOf],
  ['distance', distance],
  ['list', list],
  ['search', search],
  ['lock', lock],
  ['processes', processes],
  ['autopilot', autopilot],
  ['sequential', sequential],
  ['tree', tree],
  ['http', http],
]);
const PAGE = fileURLToPath(new URL('../docs/benchmarks.md', import.meta.url));

/** The suites of the short form, whose figures have gates. */
const GATED = ['start', 'growth'];

const pastGate = ({ figures }: SuiteReport) =>
  figures.filter(({ ratio, gate }) => gate !== undefined && ratio.median > gate);

/** Says which figures are past their gates in two runs of their suite: in one, the machine may have been at other work. */
async function judge(reports: ReadonlyMap<Suite, SuiteReport>): Promise<void> {
  for (const [suite, report] of reports) {
    const first = pastGate(report).map(({ name }) => name);
    if (first.length === 0) continue;
    console.error(`once more: ${first.join(', ')}`);
    for (const { name, ratio, gate } of pastGate(await suite())) {
      if (!first.includes(name)) continue;
      console.error(`${name}: ${ratio.median.toPrecision(3)} is above the gate of ${gate}`);
      process.exitCode = 1;
    }
  }
}

async function main(): Promise<void> {
  const { values, positionals: named } = parseArgs({
    allowPositionals: true,
    options: { write: { type: 'boolean' }, gate: { type: 'boolean' } },
  });
  const positionals = values.gate && named.length === 0 ? GATED : named;
  const unknown = positionals.find((name) => !SUITES.has(name));
  if (unknown !== undefined)
    throw new Error(`no suite is named ${unknown}; there are: ${[...SUITES.keys()].join(', ')}`);
  if (values.write && positionals.length > 0) throw new Error('--write writes the whole page: name no suite');
  const reports = new Map<Suite, SuiteReport>();
  for (const [name, suite] of SUITES) {
    if (positionals.length > 0 && !positionals.includes(name)) continue;
    console.error(`${name} ...`);
    reports.set(suite, await suite());
  }
  const words = [...positionals, ...(values.write ? ['--write'] : [])];
  const report = reportOf(
    [...reports.values()],
    ['npm run bench', ...(words.length > 0 ? ['--', ...words] : [])].join(' '),
  );
  process.stdout.write(report);
  if (values.gate) await judge(reports);
  if (values.write) await writeFile(PAGE, report);
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
