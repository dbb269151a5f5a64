import { cpus, loadavg, platform, release, totalmem } from 'node:os';
import type { Figure, SuiteReport } from './figures.ts';

const HEAD = ['figure', 'ours', 'floor', 'ratio', 'quartiles', 'n', 'target'];

/** The reports as Markdown: what was measured where, then one table per suite. */
export function reportOf(reports: readonly SuiteReport[], command: string): string {
  return `${['# Benchmarks', circumstances(command), ...reports.map(section)].join('\n\n')}\n`;
}

function circumstances(command: string): string {
  const [cpu] = cpus();
  const memory = Math.round(totalmem() / 2 ** 30);
  return [
    'Every figure is a ratio to a floor that was measured in the same run, in turn with it: the median of the pairs, with quartiles. Absolute values depend on the machine.',
    '',
    `- Machine: ${cpus().length} × ${cpu?.model.trim() ?? 'unknown'}, ${memory} GiB, ${platform()} ${release()}`,
    `- Node ${process.version}`,
    `- Date: ${new Date().toISOString().slice(0, 10)}`,
    `- Load average at the end: ${loadavg()
      .map((load) => load.toFixed(1))
      .join(', ')}`,
    `- Command: \`${command}\``,
  ].join('\n');
}

function section({ title, method, figures, notes }: SuiteReport): string {
  const table = [HEAD, HEAD.map(() => '---'), ...figures.map(cells)].map((row) => `| ${row.join(' | ')} |`);
  const remarks = notes.length === 0 ? [] : ['', ...notes.map((note) => `- ${note}`)];
  return [`## ${title}`, '', method, '', ...table, ...remarks].join('\n');
}

function cells({ name, ours, floor, ratio, target }: Figure): string[] {
  const quartiles = ratio.count === 1 ? '' : `${short(ratio.low)} to ${short(ratio.high)}`;
  const aim = target === undefined ? '' : `≤ ${target}, ${ratio.median <= target ? 'met' : '**missed**'}`;
  return [name, ours, floor, `**${short(ratio.median)}**`, quartiles, String(ratio.count), aim];
}

function short(ratio: number): string {
  return ratio >= 100 ? ratio.toFixed(0) : ratio.toPrecision(3);
}
