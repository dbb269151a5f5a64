import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { connect, type Reply } from '../support/client.ts';
import { startProcess } from '../support/server-process.ts';
import { locksLeft, sessionFile, sessionsOnDisk, tempHome } from '../support/temp-home.ts';

const ORIGINAL = {
  id: '0c9f6e2b1a7d4c3e9b8a7f6e5d4c3b2a',
  question: 'Edge or origin?',
  created_at: '2026-01-01T10:00:00Z',
  mode: 'serial',
  expected_stages: ['A', 'B'],
  current_stage: 'A',
  status: 'active',
  save_path: '/elsewhere',
  thoughts: [],
};
const INVESTIGATION = {
  sessionId: '7c9e6679-7425-40de-944b-e07fc1f90ae7',
  query: 'Why is the cache slow?',
  projectDir: '',
  minRoots: 1,
  mode: 'deep',
  minRounds: 5,
  allowEarlyTerminal: false,
  currentRound: 2,
  currentBatch: 2,
  nodes: {
    'R1.A': {
      id: 'R1.A',
      parent: null,
      title: 'Root',
      state: 'EXPLORE',
      round: 1,
      children: ['R2.A1'],
      findings: 'x',
    },
    'R2.A1': {
      id: 'R2.A1',
      parent: 'R1.A',
      title: 'Eviction',
      state: 'EXPLORE',
      round: 2,
      children: [],
      findings: 'y',
    },
  },
  pendingProposals: {
    'R3.A1a': {
      id: 'R3.A1a',
      parent: 'R2.A1',
      title: 'Deep',
      plannedAction: 'measure',
      proposedAt: 1767261600000,
    },
  },
  usedAgentIds: [],
  createdAt: '2026-01-01T10:00:00.000Z',
  updatedAt: '2026-01-01T11:00:00.000Z',
};

/** A folder with these files beside a data root of its own. */
function place(files: Readonly<Record<string, unknown>> = {}) {
  const home = tempHome();
  const folder = join(dirname(home), 'source');
  mkdirSync(folder, { recursive: true });
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    const isBytes = typeof content === 'string' || Buffer.isBuffer(content);
    writeFileSync(join(folder, name), isBytes ? content : JSON.stringify(content));
  }
  return { home, folder };
}

async function run(home: string, args: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const started = startProcess({ home, args: ['import', ...args], env });
  const { code } = await started.ended;
  const lines = started
    .stdout()
    .split('\n')
    .filter((line) => line !== '');
  return { code, lines, stdout: started.stdout(), stderr: started.stderr() };
}

describe('the command import', () => {
  it('takes over sessions, exports and investigations under their ids, once', async () => {
    const { home, folder } = place({
      'a.json': ORIGINAL,
      'deep/b.json': INVESTIGATION,
      'c.json': { session_id: 'x', export: { ...ORIGINAL, id: 'exported1' }, message: 'm' },
    });
    const first = await run(home, [folder]);
    expect(first).toMatchObject({ code: 0, stderr: '' });
    expect(first.lines).toEqual([
      `${join(folder, 'a.json')}: imported as ${ORIGINAL.id}`,
      `${join(folder, 'c.json')}: imported as exported1`,
      `${join(folder, 'deep/b.json')}: imported as ${INVESTIGATION.sessionId}`,
    ]);
    const before = sessionsOnDisk(home);
    const second = await run(home, [folder]);
    expect(second.code).toBe(0);
    expect(second.lines.every((line) => line.includes('already there as'))).toBe(true);
    expect(sessionsOnDisk(home)).toEqual(before);
    const session = await connect({ home });
    const status = await session.call('tot_status', { sessionId: INVESTIGATION.sessionId });
    expect(status).toMatchObject({ status: 'OK', query: INVESTIGATION.query, totalNodes: 2 });
  });

  it("takes over a review of the devil's-advocate server, and search finds it", async () => {
    const text = 'The walrus was never asked what it would cost to move.';
    const review = {
      id: 'rev-ab12',
      claim: 'We should move to the ice',
      mode: 'steelman',
      context: '',
      status: 'active',
      phase: 'strongest_case',
      phase_index: 0,
      phases: { strongest_case: [{ text }] },
      skipped_phases: [],
      horizon: null,
      abandon_reason: null,
      created_at: '2026-01-01T10:00:00+00:00',
      updated_at: '2026-01-01T10:00:00+00:00',
    };
    const { home, folder } = place({ 'rev-ab12.json': review });
    expect((await run(home, [folder])).lines[0]).toMatch(/: imported as rev-ab12$/);
    expect((await run(home, [folder])).lines[0]).toMatch(/: already there as rev-ab12$/);
    const session = await connect({ home });
    const found = await session.call('search_sessions', { query: 'walrus' });
    expect(found.results).toMatchObject([
      { session_id: 'rev-ab12', phase: 'strongest_case', index: 0, snippet: text },
    ]);
  });

  it('gives another session with a taken id a new one, says so, and knows it again', async () => {
    const { home, folder } = place({ 'a.json': ORIGINAL, 'b.json': { ...ORIGINAL, question: 'Another?' } });
    const { lines } = await run(home, [folder]);
    const [, id = ''] = /b\.json: imported as (\w+), since its id \w+ is taken$/.exec(lines[1] ?? '') ?? [];
    expect(JSON.parse(readFileSync(sessionFile(home, id), 'utf8')).question).toBe('Another?');
    expect((await run(home, [folder])).lines[1]).toContain(`already there as ${id}`);
  });

  it('leaves damaged and foreign files alone, one line each, and ends with 1', async () => {
    const { home, folder } = place({
      'bad.json': Buffer.from([0x7b, 0xff, 0xfe]),
      'empty.json': '',
      'foreign.json': { hello: 1 },
      'list.json': [1, 2],
      'torn.json': '{"question": "',
      'readme.txt': 'not looked at',
    });
    execFileSync('mkfifo', [join(folder, 'pipe.json')]);
    symlinkSync('/etc/hostname', join(folder, 'out.json'));
    symlinkSync('foreign.json', join(folder, 'within.json'));
    const { code, lines } = await run(home, [folder, join(folder, 'pipe.json'), join(folder, 'nowhere')]);
    expect(code).toBe(1);
    expect(lines.map((line) => line.replace(`${folder}/`, ''))).toEqual([
      'bad.json: skipped, not UTF-8',
      'empty.json: skipped, empty',
      expect.stringContaining('foreign.json: skipped, no session'),
      expect.stringContaining('list.json: skipped, no session'),
      'out.json: skipped, a symbolic link out of the folder: /etc/hostname',
      'pipe.json: skipped, not a regular file',
      'torn.json: skipped, not JSON',
      'pipe.json: skipped, not a regular file',
      'nowhere: skipped, no such file or folder',
    ]);
    expect(sessionsOnDisk(home)).toEqual({});
  });

  it('leaves a session alone whose tail is a pipe or a device, and goes on', async () => {
    const { home, folder } = place({ 'a.json': ORIGINAL, 'b.json': ORIGINAL, 'c.json': INVESTIGATION });
    execFileSync('mkfifo', [join(folder, 'a.tail.jsonl')]);
    symlinkSync('/dev/zero', join(folder, 'b.tail.jsonl'));
    const { code, lines } = await run(home, [folder]);
    expect(code).toBe(1);
    expect(lines.slice(0, 2)).toEqual([
      `${join(folder, 'a.json')}: skipped, its tail cannot be read: EINVAL`,
      `${join(folder, 'b.json')}: skipped, its tail cannot be read: EINVAL`,
    ]);
    expect(lines.at(-1)).toContain(`c.json: imported as ${INVESTIGATION.sessionId}`);
  });

  it('stores what two imports bring at the same time once', async () => {
    const { id: _, ...unnamed } = ORIGINAL;
    const copies = Array.from({ length: 12 }, (_, at) => [`${at}.json`, unnamed] as const);
    const { home, folder } = place({ ...Object.fromEntries(copies), 'own.json': INVESTIGATION });
    const both = await Promise.all([run(home, [folder]), run(home, [folder])]);
    expect(both.map(({ code }) => code)).toEqual([0, 0]);
    expect(Object.keys(sessionsOnDisk(home))).toHaveLength(2);
    expect(locksLeft(home)).toEqual([]);
  });

  it('refuses a blank path', async () => {
    const { code, stderr } = await run(tempHome(), ['']);
    expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining('a path is not blank') });
  });

  it('takes one line for a file of 50 MB', async () => {
    const { home, folder } = place({ 'big.json': { ...ORIGINAL, question: 'q'.repeat(50_000_000) } });
    const { code, lines } = await run(home, [folder]);
    expect({ code, count: lines.length }).toEqual({ code: 1, count: 1 });
    expect(lines[0]).toContain('big.json: skipped');
    expect(lines[0]?.length).toBeLessThan(300);
  });

  it('stores nothing in a trial run, and says what would be', async () => {
    const { home, folder } = place({ 'a.json': ORIGINAL, 'b.json': { ...ORIGINAL, question: 'Another?' } });
    const { code, stdout } = await run(home, [folder, '--dry-run', '--json']);
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      dry_run: true,
      files: [
        { outcome: 'imported', session_id: ORIGINAL.id },
        { outcome: 'imported', session_id: null, taken_id: ORIGINAL.id },
      ],
    });
    expect(sessionsOnDisk(home)).toEqual({});
  });

  it('reads the sessions of another data root, tails included, but not its trash', async () => {
    const { home, folder } = place();
    const other = join(dirname(home), 'other');
    const session = await connect({ home: other });
    const ask = async (question: string): Promise<Reply> =>
      session.call('start_session', { question, mode: 'serial' });
    const { session_id: cleared } = await ask('Cleared?');
    const { session_id } = await ask('Kept?');
    await session.call('clear_session', { session_id: cleared });
    const text = 'A long draft. '.repeat(8000);
    await session.call('begin_thought', { session_id, content: text });
    await session.call('critique_current_thought', { session_id });
    expect(readdirSync(join(other, 'sessions'))).toContain(`${session_id}.tail.jsonl`);
    const { code, lines } = await run(home, [other]);
    expect({ code, count: lines.length }).toEqual({ code: 0, count: 1 });
    const stored = JSON.parse(readFileSync(sessionFile(home, String(session_id)), 'utf8'));
    expect(stored.thoughts[0].critique_rounds).toHaveLength(1);
    expect(readdirSync(folder)).toEqual([]);
  });

  it('looks where the other servers keep their files when no path is given', async () => {
    const { home, folder } = place({ 'b.json': INVESTIGATION });
    const none = { TOT_PERSIST_DIR: '', DEVILS_ADVOCATE_DIR: '' };
    expect((await run(home, [], none)).code).toBe(2);
    expect((await run(home, [], { ...none, TOT_PERSIST_DIR: folder })).lines).toHaveLength(1);
  });
});
