import { execFile } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { type ParseError, parse as parseJsonc } from 'jsonc-parser';
import { parse as parseToml } from 'smol-toml';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runCommand, userEnvironment } from '../support/command.ts';
import { MAIN, PROJECT } from '../support/server-process.ts';
import { tempHome } from '../support/temp-home.ts';

interface Block {
  readonly page: string;
  readonly language: string;
  readonly text: string;
}

const PAGES = [
  'README.md',
  'llms-install.md',
  ...readdirSync(join(PROJECT, 'docs'))
    .filter((name) => name.endsWith('.md'))
    .map((name) => join('docs', name)),
];

const blocks: readonly Block[] = PAGES.flatMap((page) =>
  [...readFileSync(join(PROJECT, page), 'utf8').matchAll(/^( *)```(\w+)\n([\s\S]*?)^\1```$/gm)].map(
    ([, indent = '', language = '', text = '']) => ({
      page,
      language,
      text: text.replaceAll(new RegExp(`^${indent}`, 'gm'), ''),
    }),
  ),
);
const of = (language: string) => blocks.filter((block) => block.language === language);

/** The shell lines of a page without their remarks. */
const commands = of('sh').flatMap(({ page, text }) =>
  text
    .split('\n')
    .map((line) => line.replace(/\s+#.*$/, '').trim())
    .filter((line) => line !== '')
    .map((line) => ({ page, line })),
);

/** What the page about shipping says is not run: how such a line begins. */
const shipping = readFileSync(join(PROJECT, 'docs', 'shipping.md'), 'utf8');
const leftOut = [
  ...shipping.slice(shipping.indexOf('\n## Not run here\n')).matchAll(/^\| `([^`]+)` \| \S.*\|$/gm),
].map(([, beginning = '']) => beginning);
const isLeftOut = (line: string) => leftOut.some((beginning) => `${line} `.startsWith(`${beginning} `));

describe('the blocks of the documents', () => {
  it.each([...of('json'), ...of('jsonc'), ...of('toml')])(
    'can be read: $page $text',
    ({ language, text }) => {
      const problems: ParseError[] = [];
      if (language === 'json') JSON.parse(text);
      else if (language === 'toml') parseToml(text);
      else parseJsonc(text, problems, { allowTrailingComma: true });
      expect(problems).toEqual([]);
    },
  );

  it('of a shell are run, or are of a kind that stands in the list of what is not', () => {
    expect(commands.filter(({ line }) => !isLeftOut(line)).length).toBeGreaterThan(15);
    const unused = leftOut.filter(
      (beginning) => !commands.some(({ line }) => `${line} `.startsWith(`${beginning} `)),
    );
    expect(unused).toEqual([]);
  });
});

describe('the shell lines of the documents', () => {
  const user = tempHome(afterAll);
  const bin = join(user, 'bin');
  const session = 'abcd2345';

  // The folder of a user who works in a checkout, and has what the examples speak of.
  beforeAll(async () => {
    for (const folder of [bin, join(user, 'old-reviews'), join(user, 'old-sessions')])
      mkdirSync(folder, { recursive: true });
    mkdirSync(join(user, '.mcp-devils-advocate'));
    for (const name of ['dist', 'skills']) symlinkSync(join(PROJECT, name), join(user, name));
    symlinkSync(MAIN, join(bin, 'deep-think-mcp'));
    const fixture = join(PROJECT, 'test/fixtures/homes/layout-1/sessions/k7m2p9qx.json');
    const stored = { ...JSON.parse(readFileSync(fixture, 'utf8')), id: session };
    const file = join(user, 'old-sessions', 'example.json');
    writeFileSync(file, JSON.stringify(stored));
    const { code, stderr } = await runCommand(user, ['import', file]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  });

  it.each(commands.filter(({ line }) => !isLeftOut(line)))('end well: $line ($page)', async ({ line }) => {
    const env = { ...userEnvironment(user), TMPDIR: user, PATH: `${bin}${delimiter}${process.env.PATH}` };
    const ran = await new Promise<{ readonly code: unknown; readonly stderr: string }>((resolve) => {
      const script = line.replaceAll(/\bID\b/g, session);
      const child = execFile('sh', ['-c', script], { cwd: user, env }, (error, _, stderr) =>
        resolve({ code: error === null ? 0 : error.code, stderr }),
      );
      child.stdin?.end();
    });
    expect(ran).toEqual({ code: 0, stderr: expect.not.stringMatching(/deep-think-mcp: /) });
  });
});

describe('the install links of the README', () => {
  const page = readFileSync(join(PROJECT, 'README.md'), 'utf8');

  it.each([
    ['vscode', 'https://vscode.dev/redirect/mcp/install'],
    ['cursor', 'https://cursor.com/en/install-mcp'],
    ['lm-studio', 'https://lmstudio.ai/install-mcp'],
  ])('carry the entry that the command gives: %s', async (client, address) => {
    const user = tempHome();
    const { stdout } = await runCommand(user, ['config', client, '--json']);
    const entry = Object.values<Record<string, unknown>>(JSON.parse(JSON.parse(stdout).text))[0]?.[
      'deep-think'
    ];
    const link = new URL(page.split(`](${address}`)[1]?.split(')')[0] ?? '', address);
    const carried = link.searchParams.get('config') ?? '';
    const text = carried.startsWith('{') ? carried : Buffer.from(carried, 'base64').toString('utf8');
    expect(link.searchParams.get('name')).toBe('deep-think');
    expect(JSON.parse(text)).toEqual(entry);
  });
});
