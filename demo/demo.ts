import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { connect, expect, nextTool, text } from './connection.ts';
import { createPlayer } from './player.ts';
import { follow, type Run, show } from './run.ts';
import { createScreen, excerpt, green, type Screen } from './screen.ts';
import { QUESTION, STORY } from './story.ts';

const BIN = fileURLToPath(new URL('../dist/main.cjs', import.meta.url));
const REASONS = ['fixed_point', 'diminishing_returns', 'max_rounds'];

async function main(screen: Screen): Promise<void> {
  expect(existsSync(BIN), 'dist/main.cjs is missing: run "npm run build" first');
  const home = await mkdtemp(join(tmpdir(), 'deep-think-demo-'));
  try {
    await perform(screen, home);
  } finally {
    await rm(home, { recursive: true, force: true });
  }
}

async function perform(screen: Screen, home: string): Promise<void> {
  const connection = await connect(BIN, home);
  const run: Run = { bin: BIN, home, screen, player: createPlayer(STORY), connection, sessionId: '' };
  try {
    screen.heading('A hard question, worked by following next_tool alone');
    screen.note(`server process ${connection.pid}, ${connection.toolCount} tools, data in ${home}`);
    screen.paragraph(QUESTION);
    const started = await show(run, 'start_session', { question: QUESTION });
    run.sessionId = text(started, 'session_id');
    await follow(run, started);
    await close(run);
  } finally {
    await run.connection.close();
  }
}

/** The checks at the end and the record of the whole session. */
async function close(run: Run): Promise<void> {
  const missing = REASONS.filter((reason) => !run.player.reasons.has(reason));
  expect(missing.length === 0, `no thought stopped by ${missing.join(', ')}`);
  expect(run.player.isThrough(), 'the session ended before the story');
  const standing = await run.connection.call('next_action', { session_id: run.sessionId });
  expect(standing.code === 'session_complete' && nextTool(standing) === null, `ends at ${standing.code}`);
  const args = { session_id: run.sessionId, format: 'markdown' };
  const record = text(await run.connection.call('export_session', args), 'export');
  const last = STORY.at(-1)?.rounds.at(-1)?.refinement ?? '';
  expect(record.includes(excerpt(last, 60).replace('...', '')), 'the export lacks the conclusion');
  run.screen.heading('The record, from export_session with format "markdown"');
  run.screen.plain(`\n${record}`);
  const path = text(await run.connection.call('resume_session', { session_id: run.sessionId }), 'save_path');
  run.screen.heading('Done');
  run.screen.note(`The session was one JSON file: ${path}`);
  run.screen.note('This run used a temporary folder and removes it now; yours stays in ~/deep-think-mcp.');
  run.screen.plain(
    green(`  All three stop rules occurred (${REASONS.join(', ')}); the session is complete.`),
  );
}

const flags = process.argv.slice(2);
const unknown = flags.find((flag) => flag !== '--fast');
if (unknown !== undefined) {
  console.error(`unknown argument "${unknown}"\nUsage: npm run demo [-- --fast]`);
  process.exit(2);
}

const screen = createScreen(flags.includes('--fast'));
main(screen).catch((error: unknown) => {
  console.error(`\nThe demo stopped: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
});
