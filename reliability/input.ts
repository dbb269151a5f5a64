import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { PassThrough, Writable } from 'node:stream';
import { createRegistry } from '../src/registry.ts';
import { describeTool } from '../src/server/describe.ts';
import { createLibrary } from '../src/server/library.ts';
import { createMcpServer } from '../src/server/mcp.ts';
import { createStdioTransport } from '../src/server/stdio.ts';
import type { SessionStore } from '../src/store/ports.ts';
import { openDispatcher, openPorts } from '../test/support/in-process-server.ts';
import { createMemoryStore } from '../test/support/memory-store.ts';
import { renderer } from '../test/support/renderer.ts';
import { type Chance, seededRandom } from '../test/support/seeded-random.ts';
import { handshake } from '../test/support/server-process.ts';
import { faultsIn, isTable, ownAnswer, refusalIn, shown } from './answers.ts';
import { type Outcome, withoutNotes, withScratch } from './proof.ts';
import { Talk } from './talk.ts';

/** So many lines go to one server, so that its sessions stay small. */
const EACH = 400;
/** After so many lines each tool must have been called well. */
const ENOUGH = 50_000;
const MESSAGE_BYTES = 32 * 1024 * 1024;
const registry = createRegistry();
const tools = [...registry.tools.values()].map(describeTool);

/** A store in memory that counts what is written. */
function countingStore(newId: () => string): { readonly store: SessionStore; readonly writes: () => number } {
  const inner = createMemoryStore(newId);
  let writes = 0;
  const counted = <T>(value: T): T => {
    writes += 1;
    return value;
  };
  const store: SessionStore = {
    ...inner,
    create: async (...args) => counted(await inner.create(...args)),
    insert: async (...args) => counted(await inner.insert(...args)),
    trash: async (...args) => {
      const disposal = await inner.trash(...args);
      return disposal === null ? null : counted(disposal);
    },
    move: async (...args) => {
      const outcome = await inner.move(...args);
      return outcome?.kind === 'moved' ? counted(outcome) : outcome;
    },
    transact: (id, now, decide) =>
      inner.transact(id, now, (stored) => {
        const decision = decide(stored);
        return decision.session === undefined ? decision : counted(decision);
      }),
  };
  return { store, writes: () => writes };
}

/** A whole server in this process that takes one line at a time. */
async function openLineServer(root: string) {
  const world = openPorts(root);
  const { store, writes } = countingStore(() => world.newCode(8));
  const ports = { ...world, store };
  const dispatcher = openDispatcher(ports);
  const library = createLibrary({ registry, ports, dispatcher, renderer });
  const server = createMcpServer({
    tools,
    call: dispatcher.call,
    library: async () => library,
    version: '1',
  });
  let lines: string[] = [];
  const output = new Writable({
    write: (chunk, _, done) => {
      lines.push(...String(chunk).split('\n').slice(0, -1));
      done();
    },
  });
  const input = new PassThrough();
  const transport = createStdioTransport({ input, output, maxBytes: () => MESSAGE_BYTES });
  await server.connect(transport);
  const send = async (text: string): Promise<readonly string[]> => {
    lines = [];
    // Straight to the reader, which has then taken the request in hand.
    input.emit('data', Buffer.from(`${text}\n`));
    await transport.settled();
    return lines;
  };
  for (const line of handshake().trimEnd().split('\n')) await send(line);
  return { send, writes };
}

interface Tally {
  calls: number;
  refused: number;
  readonly reached: Set<string>;
}

async function talkTo(root: string, count: number, chance: Chance, tally: Tally): Promise<readonly string[]> {
  const { send, writes } = await openLineServer(root);
  const talk = new Talk(tools, chance);
  const violations: string[] = [];
  for (let sent = 0; sent < count; sent += 1) {
    const line = talk.next();
    const before = writes();
    const answers = await send(line.text);
    violations.push(...faultsIn(line, answers));
    const answer = ownAnswer(line, answers);
    talk.hear(answer);
    if (line.tool === null || !isTable(answer)) continue;
    const refusal = refusalIn(answer);
    tally.calls += 1;
    if (refusal === null) tally.reached.add(line.tool);
    else tally.refused += 1;
    if (refusal !== null && writes() !== before)
      violations.push(`refused, and wrote: ${shown(line, answers)}`);
  }
  if ('polluted' in {}) violations.push('a prototype was changed');
  return violations;
}

/** Speaks a grammar of good, bad and malformed lines to servers in this process. */
export async function input({ seed, inputs }: { seed: number; inputs: number }): Promise<Outcome> {
  const chance = seededRandom(seed);
  const tally: Tally = { calls: 0, refused: 0, reached: new Set() };
  const violations: string[] = [];
  await withScratch(async ({ folder }) => {
    const root = join(folder, 'user', 'home');
    mkdirSync(root, { recursive: true });
    await withoutNotes(async () => {
      for (let sent = 0; sent < inputs; sent += EACH)
        violations.push(...(await talkTo(root, Math.min(EACH, inputs - sent), chance, tally)));
    });
  });
  const missed = tools.map(({ name }) => name).filter((name) => !tally.reached.has(name));
  if (inputs >= ENOUGH && missed.length > 0) violations.push(`no good call of ${missed.join()}`);
  return { facts: { inputs, calls: tally.calls, refused: tally.refused }, violations };
}
