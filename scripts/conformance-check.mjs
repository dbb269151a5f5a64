// Runs the official conformance suite against the built daemon; its 50 MB stay out of the project.
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { fetchedFile, nodeOfLine } from './fetched.mjs';

const PACKAGE = '@modelcontextprotocol/conformance';
const FIXTURE = 'asks for a tool, a prompt or a resource of the test server of the suite';
const NOT_OFFERED = 'is of a capability that this server does not offer';

/** Scenarios that no product passes as it is, and why this one does not. */
const EXPECTED_FAILURES = new Map([
  ['logging-set-level', NOT_OFFERED],
  ...[
    'completion-complete',
    'tools-call-simple-text',
    'tools-call-image',
    'tools-call-audio',
    'tools-call-embedded-resource',
    'tools-call-mixed-content',
    'tools-call-with-logging',
    'tools-call-error',
    'tools-call-with-progress',
    'tools-call-sampling',
    'tools-call-elicitation',
    'elicitation-sep1034-defaults',
    'elicitation-sep1330-enums',
    'resources-read-text',
    'resources-read-binary',
    'resources-templates-read',
    'resources-subscribe',
    'resources-unsubscribe',
    'prompts-get-simple',
    'prompts-get-with-args',
    'prompts-get-embedded-resource',
    'prompts-get-with-image',
  ].map((name) => /** @type {const} */ ([name, FIXTURE])),
]);

const server = join(dirname(import.meta.dirname), 'dist', 'main.cjs');
const home = mkdtempSync(join(tmpdir(), 'deep-think-conformance-'));

/** @param {import('node:child_process').ChildProcessByStdio<null, null, import('node:stream').Readable>} daemon */
async function urlOf(daemon) {
  let said = '';
  for await (const chunk of daemon.stderr.setEncoding('utf8')) {
    said += chunk;
    const url = /"url": "(http[^"]+)"/.exec(said)?.[1];
    if (url !== undefined) return url;
  }
  throw new Error(`the daemon ended: ${said}`);
}

/** @param {string} url */
async function summaryOf(url) {
  const suite = fetchedFile('conformance', `${PACKAGE}@0.1`, `${PACKAGE}/dist/index.js`);
  const run = promisify(execFile)(nodeOfLine('22'), [suite, 'server', '--url', url], {
    cwd: home,
    maxBuffer: 64 * 1024 * 1024,
  });
  // It ends with code 1 as soon as one scenario fails.
  const { stdout } = await run.catch((error) => error);
  return [...stdout.matchAll(/^([✓✗]) ([\w-]+):/gmu)].map(([, sign, name]) => ({
    name,
    passed: sign === '✓',
  }));
}

const env = { ...process.env, DEEP_THINK_HOME: home };
const daemon = spawn(process.execPath, [server, 'serve', '--no-auth', '--port', '0'], {
  env,
  stdio: ['ignore', 'ignore', 'pipe'],
});
try {
  const scenarios = await summaryOf(await urlOf(daemon));
  const failed = scenarios.filter(({ name, passed }) => !passed && !EXPECTED_FAILURES.has(name));
  const surprising = scenarios.filter(({ name, passed }) => passed && EXPECTED_FAILURES.has(name));
  const passed = scenarios.filter((each) => each.passed).map(({ name }) => name);
  console.log(`${PACKAGE}: ${passed.length} scenarios hold: ${passed.join(', ')}`);
  for (const [name, why] of EXPECTED_FAILURES) console.log(`  not expected: ${name}, which ${why}`);
  if (scenarios.length === 0) throw new Error('the suite ran no scenario');
  if (failed.length > 0) throw new Error(`these fail: ${failed.map(({ name }) => name).join(', ')}`);
  if (surprising.length > 0)
    throw new Error(`no longer failing: ${surprising.map(({ name }) => name).join(', ')}`);
} finally {
  daemon.kill('SIGTERM');
  await once(daemon, 'exit');
  rmSync(home, { recursive: true, force: true });
}
