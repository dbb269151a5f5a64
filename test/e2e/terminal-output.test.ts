import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { runCommand } from '../support/command.ts';
import { sharedSession } from '../support/shared-session.ts';

/** Turns the direction of what follows, and steers old terminals. */
const TURNED = 'a\u202eb\u2066c\u009bd';
const STEERS = /(?![\t\n])\p{Cc}|[\u202a-\u202e\u2066-\u2069]/u;

const session = sharedSession();
const user = () => dirname(session.home());
const run = (args: readonly string[]) => runCommand(user(), args, { DEEP_THINK_HOME: session.home() });
let id = '';

beforeAll(async () => {
  const stages = [`Stage ${TURNED}`];
  const started = await session.call('start_session', {
    question: `Why ${TURNED}?`,
    mode: 'serial',
    stages,
    project: TURNED,
  });
  id = String(started.session_id);
  await session.call('begin_thought', { session_id: id, content: `A draft ${TURNED} of walrus text.` });
  mkdirSync(join(user(), '.cursor'), { recursive: true });
  writeFileSync(
    join(user(), '.cursor', 'mcp.json'),
    `{"mcpServers": {\n"x": {"command": "${TURNED.replace('\u009b', '')}"}\n}}`,
  );
});

describe('what the commands print', () => {
  it.each<readonly string[]>([
    ['sessions', 'list'],
    ['sessions', 'show', 'ID'],
    ['show', 'ID'],
    ['show', 'ID', '--format', 'html'],
    ['show', 'ID', '--format', 'mermaid'],
    ['search', 'walrus'],
    ['config', '--set', `autopilot.model=${TURNED}`],
    ['config', 'cursor', '--home', `/${TURNED}`],
    ['setup', 'cursor', '--dry-run'],
    ['setup', 'cursor', '--dry-run', '--home', `/${TURNED}`],
  ])('does not steer the terminal: %j', async (...args) => {
    const { code, stdout, stderr } = await run(args.map((word) => (word === 'ID' ? id : word)));
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).not.toMatch(STEERS);
    expect(stdout.length).toBeGreaterThan(20);
  });

  it.each<readonly string[]>([
    ['config', TURNED],
    ['setup', TURNED],
    ['complete', TURNED],
    ['show', TURNED],
    ['show', 'x', '--format', TURNED],
    ['show', 'ID', '--out', `/nowhere/${TURNED}`],
    ['sessions', 'show', TURNED],
    ['sessions', 'archive', TURNED],
    ['sessions', 'gc', '--older-than', '1', TURNED],
    ['sessions', 'list', '--cursor', TURNED],
    ['sessions', 'list', '--status', TURNED],
    ['run', '--session', TURNED, '--endpoint', 'http://127.0.0.1:1'],
    ['run', 'Q', '--endpoint', `http://${TURNED}`],
    [TURNED],
    [`--${TURNED}`],
    ['--set', `${TURNED}=1`],
    ['--toolsets', TURNED],
    ['--tools', TURNED],
  ])('does not steer it where an argument is wrong: %j', async (...args) => {
    const { code, stdout, stderr } = await run(args.map((word) => (word === 'ID' ? id : word)));
    expect(code).toBeGreaterThan(0);
    expect(`${stdout}${stderr}`).not.toMatch(STEERS);
    expect(stderr).toContain('deep-think-mcp');
  });

  it.each<readonly string[]>([
    ['sessions', 'list', '--json'],
    ['sessions', 'show', 'ID', '--json'],
    ['search', 'walrus', '--json'],
    ['show', 'ID', '--format', 'json'],
  ])('holds the text whole as JSON: %j', async (...args) => {
    const { stdout } = await run(args.map((word) => (word === 'ID' ? id : word)));
    expect(stdout).not.toMatch(STEERS);
    expect(JSON.stringify(JSON.parse(stdout))).toContain(TURNED);
  });

  it('holds it whole in a JSON file, too', async () => {
    const file = join(user(), 'out.json');
    await run(['show', id, '--format', 'json', '--out', file]);
    const text = readFileSync(file, 'utf8');
    expect(text).not.toMatch(STEERS);
    expect(JSON.parse(text).question).toBe(`Why ${TURNED}?`);
  });
});
