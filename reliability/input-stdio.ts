import { mkdirSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { ToolDescription } from '../src/server/describe.ts';
import tools from '../src/server/tools.json' with { type: 'json' };
import { seededRandom } from '../test/support/seeded-random.ts';
import { handshake, requestLine, startProcess } from '../test/support/server-process.ts';
import { faultsIn, isTable, ownAnswer, refusalIn, shown, wantedId } from './answers.ts';
import type { Line } from './lines.ts';
import { type Outcome, type Scratch, withScratch } from './proof.ts';
import { Talk } from './talk.ts';

const MIB = 1024 * 1024;
/** Larger than any text may be, and larger than any message may be. */
const LONG_LINES = [11 * MIB, 33 * MIB];
/** Lines to one server, so that its folder stays small. */
const EACH = 1000;

/** A built server that is told one line at a time. */
function openPipe(home: string, { folder, onEnd }: Scratch) {
  const server = startProcess({ home, onEnd, env: { HOME: folder, USERPROFILE: folder } });
  let heard: string[] = [];
  let isDone: () => void = () => undefined;
  let pings = 0;
  let ended: string | null = null;
  const waiting = new Set<unknown>();
  server.onLine((text) => {
    const answer: unknown = JSON.parse(text);
    const id = isTable(answer) ? answer.id : null;
    if (typeof id === 'string' && id.startsWith('ping-')) waiting.delete(id);
    else {
      heard.push(text);
      waiting.delete(id);
    }
    if (waiting.size === 0) isDone();
  });
  server.ended.then(({ code, signal }) => {
    ended = `the server ended with ${code ?? signal}: ${server.stderr().slice(-300)}`;
    isDone();
  });
  /** The lines that came by the time when the line and the ping behind it are answered. */
  const send = async (text: string): Promise<readonly string[]> => {
    heard = [];
    pings += 1;
    waiting.clear();
    waiting.add(`ping-${pings}`);
    const wanted = wantedId(text);
    if (wanted !== null) waiting.add(wanted);
    const done = new Promise<void>((resolve) => {
      isDone = resolve;
    });
    server.write(`${text}\n${requestLine(`ping-${pings}`, 'ping')}`);
    await done;
    if (ended !== null) throw new Error(ended);
    return heard;
  };
  server.write(handshake());
  return { send, close: () => server.closeStdin(), ended: server.ended };
}

/** What tells two states of the session files apart. */
function fingerprint(home: string): string {
  const folder = join(home, 'sessions');
  const files = readdirSync(folder).sort();
  return files
    .map((name) => [name, statSync(join(folder, name)).mtimeMs, statSync(join(folder, name)).size].join())
    .join('\n');
}

async function talkOver(count: number, seed: number, scratch: Scratch): Promise<readonly string[]> {
  const home = join(scratch.folder, 'home');
  mkdirSync(join(home, 'sessions'), { recursive: true });
  const pipe = openPipe(home, scratch);
  const talk = new Talk(tools as unknown as readonly ToolDescription[], seededRandom(seed));
  const violations: string[] = [];
  const say = async (line: Line) => {
    const before = fingerprint(home);
    const answers = await pipe.send(line.text);
    violations.push(...faultsIn(line, answers));
    const answer = ownAnswer(line, answers);
    talk.hear(answer);
    const isRefused = isTable(answer) && refusalIn(answer) !== null;
    if (isRefused && fingerprint(home) !== before)
      violations.push(`refused, and wrote: ${shown(line, answers)}`);
  };
  for (let sent = 0; sent < count; sent += 1) await say(talk.next());
  for (const bytes of LONG_LINES) {
    const params = { name: 'start_session', arguments: { question: 'x'.repeat(bytes) } };
    await say({
      text: JSON.stringify({ jsonrpc: '2.0', id: `long-${bytes}`, method: 'tools/call', params }),
      tool: null,
    });
  }
  pipe.close();
  const { code } = await pipe.ended;
  if (code !== 0) violations.push(`the server ended with ${code}`);
  return violations;
}

/** Speaks the same grammar to the built server over its pipes, and lines that are longer than it may read. */
export async function inputStdio({ seed, inputs }: { seed: number; inputs: number }): Promise<Outcome> {
  const violations: string[] = [];
  for (let sent = 0; sent < inputs; sent += EACH)
    violations.push(
      ...(await withScratch((scratch) => talkOver(Math.min(EACH, inputs - sent), seed + sent, scratch))),
    );
  return { facts: { inputs, 'longest line, MiB': Math.max(...LONG_LINES) / MIB }, violations };
}
