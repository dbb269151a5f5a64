import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { describe, expect, it } from 'vitest';
import tools from '../../src/server/tools.json' with { type: 'json' };
import { connect, type Reply } from '../support/client.ts';
import { sessionIn } from '../support/serial-phases.ts';
import { startProcess } from '../support/server-process.ts';
import { sharedSession } from '../support/shared-session.ts';
import { sessionsOnDisk, tempHome } from '../support/temp-home.ts';

const rows = (reply: Reply) => reply.results as readonly Reply[];

describe('search_sessions', () => {
  const session = sharedSession();
  const find = (query: string, args: object = {}) => session.call('search_sessions', { query, ...args });

  it('finds a thought and a critique of a session and names thought and stage', async () => {
    const id = await sessionIn(session, 'zero_rounds', { question: 'Which database?' });
    await session.call('critique_current_thought', { session_id: id });
    await session.call('submit_critique', { session_id: id, text: 'The walrus was never asked.' });
    const reply = await find('walrus');
    expect(reply).toMatchObject({
      count: 1,
      next_tool: 'resume_session',
      next_arguments: { session_id: id },
    });
    expect(rows(reply)).toMatchObject([
      { session_id: id, question: 'Which database?', protocol: 'serial', thought_id: 't1', round_index: 0 },
    ]);
    expect(rows(reply)[0]?.snippet).toBe('The walrus was never asked.');
    expect(rows(reply)[0]?.stage).toBe('Problem Definition');
  });

  it('finds thoughts of a chain and findings of an investigation', async () => {
    const thought = 'Perhaps the penguin knows.';
    const step = { thought, thoughtNumber: 1, totalThoughts: 2, nextThoughtNeeded: true, sessionId: 'birds' };
    await session.call('sequentialthinking', step);
    const { sessionId } = await session.call('tot_start', { query: 'Where do they live?' });
    const node = { id: 'R1.A', parent: null, title: 'South', plannedAction: 'look' };
    await session.call('tot_propose', { sessionId, nodes: [node] });
    const result = { nodeId: 'R1.A', state: 'EXPLORE', findings: 'A pengiun colony on the ice.' };
    await session.call('tot_commit', { sessionId, results: [result] });
    expect(rows(await find('penguin'))).toMatchObject([{ session_id: 'birds', thought_number: 1 }]);
    expect(rows(await find('colony ice'))).toMatchObject([{ session_id: sessionId, node_id: 'R1.A' }]);
    expect(rows(await find('peng', { protocol: 'tree' }))).toHaveLength(1);
    expect(rows(await find('peng', { status: 'finalized' }))).toEqual([]);
  });

  it('pages through many, each session once, and stays within a reply', async () => {
    for (let at = 0; at < 60; at += 1)
      await session.call('start_session', {
        question: `Zebra ${'stripes and more stripes '.repeat(40)} ${at}`,
        mode: 'serial',
        project: 'p'.repeat(100),
      });
    const seen: unknown[] = [];
    for (let cursor: unknown; ; ) {
      const reply = await find('zebra', { limit: 50, ...(cursor === undefined ? {} : { cursor }) });
      expect(JSON.stringify(reply).length).toBeLessThan(8000);
      expect(reply.count).toBe(60);
      seen.push(...rows(reply).map(({ session_id }) => session_id));
      cursor = reply.next_cursor;
      if (cursor === undefined) break;
    }
    expect(seen).toHaveLength(60);
    expect(new Set(seen).size).toBe(60);
    expect(rows(await find('zebra'))).toHaveLength(10);
  });

  it('tells how far the first reading is, and can be taken back', async () => {
    const told: { readonly progress: number; readonly total?: number | undefined }[] = [];
    const fresh = await connect({ home: session.home() });
    rmSync(join(session.home(), 'search'), { recursive: true, force: true });
    const stop = new AbortController();
    const onprogress = (progress: (typeof told)[number]) => {
      told.push(progress);
      stop.abort();
    };
    const first = fresh.call('search_sessions', { query: 'zebra' }, { onprogress, signal: stop.signal });
    await expect(first).rejects.toThrow(/abort/iu);
    expect(told[0]?.progress).toBeGreaterThan(0);
    expect(told[0]?.progress).toBeLessThan(told[0]?.total ?? 0);
    expect(await fresh.call('search_sessions', { query: 'zebra' })).toMatchObject({ count: 60 });
  });

  it.each(['', '   ', '?!', '— …'])('asks for words when it gets %j', async (query) => {
    expect(await find(query)).toMatchObject({ error: 'retry_with_clarification', parameter: 'query' });
  });

  it('refuses a cursor that is none, and one past the end finds nothing', async () => {
    expect(await find('zebra', { cursor: 'x' })).toMatchObject({ code: 'bad_argument', parameter: 'cursor' });
    expect(rows(await find('zebra', { cursor: '9999' }))).toEqual([]);
  });

  it('uses the first words of a query of 10,000 characters and says so', async () => {
    const long = Array.from({ length: 1500 }, (_, at) => `word${at}`).join(' ');
    const reply = await find(`zebra ${long}`.slice(0, 10_000));
    expect(reply).toMatchObject({ count: 60, words_used: 32 });
    expect(reply.message).toContain('first 32 words');
    expect(await find('x'.repeat(10_000))).toMatchObject({ count: 0, next_tool: 'list_sessions' });
  });

  it('changes no session file', async () => {
    const before = sessionsOnDisk(session.home());
    await find('zebra stripes');
    expect(sessionsOnDisk(session.home())).toEqual(before);
  });

  it('costs a model at most 110 tokens', () => {
    const tool = tools.find(({ name }) => name === 'search_sessions');
    const parts = [tool?.name ?? '', tool?.description ?? '', JSON.stringify(tool?.inputSchema)];
    expect(parts.reduce((sum, part) => sum + countTokens(part), 0)).toBeLessThanOrEqual(110);
  });
});

describe('the command search', () => {
  const run = async (home: string, ...args: string[]) => {
    const started = startProcess({ home, args: ['search', ...args] });
    const { code } = await started.ended;
    return { code, stdout: started.stdout(), stderr: started.stderr() };
  };

  it('prints what was found, as text or JSON', async () => {
    const home = tempHome();
    const made = startProcess({ home, args: ['import', 'test/fixtures/homes/layout-1'] });
    expect(await made.ended).toEqual({ code: 0, signal: null });
    const [, id = ''] = /imported as (\w+)/.exec(made.stdout()) ?? [];
    const { stdout, code } = await run(home, 'question', 'the', '--json', '--limit', '1');
    expect(code).toBe(0);
    const question = String(rows(JSON.parse(stdout))[0]?.question ?? '');
    const text = await run(home, question || 'the');
    expect(text).toMatchObject({ code: 0, stderr: '' });
    expect(text.stdout).toContain(id);
  });

  it('ends with 2 without words and with 1 when there is nothing to look for', async () => {
    const home = tempHome();
    expect((await run(home)).code).toBe(2);
    expect((await run(home, '')).code).toBe(2);
    for (const limit of ['abc', '0', '51', '1.5']) {
      const { code, stderr } = await run(home, 'walrus', '--limit', limit);
      expect(code).toBe(2);
      expect(stderr).toContain(
        `'--limit <count>' argument '${limit}' is invalid. Wanted: a whole number from 1 to 50`,
      );
    }
    const signs = await run(home, '?!');
    expect(signs.code).toBe(1);
    expect(signs.stderr).toContain('no word');
    expect(await run(home, 'walrus')).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('No session'),
    });
  });
});
