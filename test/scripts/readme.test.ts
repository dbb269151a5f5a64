import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { PROJECT } from '../support/server-process.ts';

const { version } = JSON.parse(readFileSync(join(PROJECT, 'package.json'), 'utf8'));
const page = readFileSync(join(PROJECT, 'README.md'), 'utf8');
const below = (heading: string) => page.split(`\n${heading}\n`)[1]?.split(/\n##+ /)[0] ?? '';

describe('the README', () => {
  it('tells Windows users to start npx through cmd, in one block with one argument each', () => {
    const block =
      /```json\n(.*"cmd".*)\n```/.exec(below('### From the registry (once published)'))?.[1] ?? '';
    expect(Object.values(JSON.parse(block).mcpServers)).toEqual([
      { command: 'cmd', args: ['/c', 'npx', '-y', 'deep-think-mcp'] },
    ]);
  });

  it('warns of the byte-order mark beside the configuration of a client', () => {
    expect(below('### From a checkout')).toMatch(/without a byte-order mark/);
    expect(below('## Troubleshooting')).toMatch(/Windows.*byte-order mark/s);
  });

  it('tells what to do about the cache of npx: a version, another way to install, the folder to delete', () => {
    const text = below('## Troubleshooting');
    expect(text).toContain(`npx -y deep-think-mcp@${version}`);
    expect(text).toMatch(/npm install -g deep-think-mcp.*`_npx`/s);
  });

  it('says that texts lie there in the clear, and where', () => {
    expect(below('## Your data')).toMatch(/~\/deep-think-mcp.*clear text/s);
  });

  it('says which way of reasoning is for which task, and what one costs in calls', () => {
    const rows = below('### Which way for which task').match(/^\| .* \|$/gm) ?? [];
    for (const way of ['serial', 'subagent', 'sequentialthinking', 'tot_', 'start_review'])
      expect(rows.filter((row) => row.includes(way))).toHaveLength(1);
  });
});
