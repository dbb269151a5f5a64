// Runs the built server on every supported line of Node; the releases come from the package registry.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { nodeOfLine } from './fetched.mjs';
import { smoke } from './smoke.mjs';

const LINES = ['20', '22', '24'];
const server = join(dirname(import.meta.dirname), 'dist', 'main.cjs');
const CALLS = [
  { name: 'start_session', arguments: { question: 'Does it run here?', mode: 'serial' } },
  { name: 'list_sessions', arguments: {} },
  { name: 'next_action', arguments: {} },
];

for (const line of LINES) await checkLine(line);

/** @param {string} line */
async function checkLine(line) {
  const home = mkdtempSync(join(tmpdir(), 'deep-think-node-'));
  try {
    const command = nodeOfLine(line);
    const version = execFileSync(command, ['--version'], { encoding: 'utf8' }).trim();
    if (!version.startsWith(`v${line}.`)) throw new Error(`expected Node ${line}, got ${version}`);
    const { tools, replies, exitCode, errors } = await smoke({ command, args: [server], home, calls: CALLS });
    const refused = replies.filter(
      ({ isError, structuredContent }) => isError || Object(structuredContent).error,
    );
    if (refused.length > 0) throw new Error(`refused: ${JSON.stringify(refused)}`);
    if (errors.length > 0) throw new Error(errors.join('\n'));
    if (exitCode !== 0) throw new Error(`exit code ${exitCode}`);
    console.log(`Node ${version}: ${tools.length} tools, ${replies.length} calls, exit code 0`);
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}
