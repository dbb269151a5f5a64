// Drives the built server with the MCP Inspector, a client that is not ours; its 110 MB stay out of the project.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fetchedFile, nodeOfLine } from './fetched.mjs';

const PACKAGE = '@modelcontextprotocol/inspector';
const server = join(dirname(import.meta.dirname), 'dist', 'main.cjs');
const home = mkdtempSync(join(tmpdir(), 'deep-think-inspector-'));
const node = nodeOfLine('22');
const inspector = fetchedFile('inspector', `${PACKAGE}@2.12.0`, `${PACKAGE}/clients/launcher/build/index.js`);

/** @param {readonly string[]} request */
function inspect(...request) {
  const command = ['--cli', process.execPath, server, '-e', `DEEP_THINK_HOME=${home}`, '--format', 'json'];
  const stdio = /** @type {const} */ (['ignore', 'pipe', 'inherit']);
  const answer = execFileSync(node, [inspector, ...command, ...request], {
    encoding: 'utf8',
    stdio: [...stdio],
  });
  return JSON.parse(answer).result;
}

try {
  // With --strict a schema that some client cannot take is an error.
  const { tools } = inspect('--method', 'tools/list', '--strict');
  const given = ['question=Does it run?', 'mode=serial'];
  const called = ['--method', 'tools/call', '--tool-name', 'start_session', '--tool-arg', ...given];
  const { structuredContent: reply } = inspect(...called);
  if (reply.next_tool !== 'begin_thought') throw new Error(`unexpected reply: ${JSON.stringify(reply)}`);
  console.log(`${PACKAGE}: ${tools.length} tools listed, start_session answered ${reply.session_id}`);
} finally {
  rmSync(home, { recursive: true, force: true });
}
