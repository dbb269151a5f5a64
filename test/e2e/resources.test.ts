import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { EmptyResultSchema } from '@modelcontextprotocol/sdk/types.js';
import { describe, expect, it } from 'vitest';
import { connect } from '../support/client.ts';
import { sessionIn } from '../support/serial-phases.ts';
import { PROJECT } from '../support/server-process.ts';
import { sharedSession } from '../support/shared-session.ts';
import { sessionFile, sessionsOnDisk, tempHome } from '../support/temp-home.ts';

const NOT_FOUND = -32002;

describe('resources', () => {
  const session = sharedSession();
  const read = async (uri: string) => {
    const { contents } = await session.client().readResource({ uri });
    const [first] = contents;
    expect(first?.uri).toBe(uri);
    return {
      mimeType: first?.mimeType,
      text: first !== undefined && 'text' in first ? String(first.text) : '',
    };
  };

  it('of a session are its record and its report, the same that export_session gives', async () => {
    const id = await sessionIn(session, 'round_complete');
    const before = sessionsOnDisk(session.home());
    const record = await read(`deep-think://sessions/${id}`);
    const { export: exported } = await session.call('export_session', { session_id: id });
    expect(record.mimeType).toBe('application/json');
    expect(JSON.parse(record.text)).toEqual(exported);
    const report = await read(`deep-think://sessions/${id}/report`);
    const { export: text } = await session.call('export_session', { session_id: id, format: 'markdown' });
    expect(report).toEqual({ mimeType: 'text/markdown', text });
    expect(sessionsOnDisk(session.home())).toEqual(before);
  });

  it('of an investigation include its graph', async () => {
    const { sessionId } = await session.call('tot_start', { query: 'Why?' });
    const nodes = [{ id: 'R1.A', parent: null, title: 'Root "x"', plannedAction: 'Look' }];
    await session.call('tot_propose', { sessionId, nodes });
    await session.call('tot_commit', {
      sessionId,
      results: [{ nodeId: 'R1.A', state: 'EXPLORE', findings: 'Something.' }],
    });
    const graph = await read(`deep-think://sessions/${sessionId}/graph`);
    expect(graph.mimeType).toBe('text/vnd.mermaid');
    expect(graph.text).toMatch(/^flowchart TB\n {2}R1_A\["/);
    const report = await read(`deep-think://sessions/${sessionId}/report`);
    expect(report.text).toContain(graph.text);
  });

  it('of a session hold what a call before them has written, without waiting for its reply', async () => {
    const id = await sessionIn(session, 'no_thought');
    const begun = session.call('begin_thought', { session_id: id, content: 'A draft on its way.' });
    expect((await read(`deep-think://sessions/${id}`)).text).toContain('A draft on its way.');
    await begun;
  });

  it('list the sessions as list_sessions does', async () => {
    const id = await sessionIn(session, 'no_thought');
    const { sessions, count } = JSON.parse((await read('deep-think://sessions')).text);
    const listed = await session.call('list_sessions', { limit: 1 });
    expect(listed).toMatchObject({ sessions: [sessions[0]], count });
    expect(sessions[0].id).toBe(id);
  });

  it('list the lenses and give each text, with any name of a file', async () => {
    mkdirSync(join(session.home(), 'lenses'), { recursive: true });
    writeFileSync(join(session.home(), 'lenses', 'läng & 100% (x).md'), 'Look at costs.\n');
    const { lenses } = JSON.parse((await read('deep-think://lenses')).text);
    expect(lenses).toContainEqual({
      name: 'overconfidence',
      own: false,
      uri: 'deep-think://lenses/overconfidence',
    });
    const own = lenses.find((lens: { own: boolean }) => lens.own);
    expect(own.name).toBe('läng & 100% (x)');
    expect(await read(own.uri)).toEqual({ mimeType: 'text/markdown', text: 'Look at costs.\n' });
    const id = await sessionIn(session, 'zero_rounds');
    const refused = await session.call('critique_current_thought', { session_id: id, lens: 'nothing' });
    expect(refused.available_lenses).toEqual(lenses.map(({ name }: { name: string }) => name));
    const opened = await session.call('critique_current_thought', { session_id: id, lens: 'steel_man' });
    expect((await read('deep-think://lenses/steel_man')).text.trim()).toBe(
      String(opened.lens_template).trim(),
    );
  });

  it('have four templates', async () => {
    const { resourceTemplates } = await session.client().listResourceTemplates();
    expect(resourceTemplates.map(({ uriTemplate }) => uriTemplate)).toEqual([
      'deep-think://sessions/{id}',
      'deep-think://sessions/{id}/report',
      'deep-think://sessions/{id}/graph',
      'deep-think://lenses/{name}',
    ]);
  });

  it.each([
    '',
    'x',
    'http://sessions',
    'deep-think://',
    'deep-think://nothing',
    'deep-think://sessions/',
    'deep-think://sessions/__proto__',
    'deep-think://sessions/constructor',
    'deep-think://sessions/nowhere1',
    'deep-think://sessions/../config.toml',
    'deep-think://sessions/..',
    'deep-think://sessions/..%2Fconfig.toml',
    'deep-think://sessions/%2e%2e%2fx',
    'deep-think://sessions/%00',
    'deep-think://sessions/%ZZ',
    'deep-think://sessions/con',
    'deep-think://sessions/abcd2345/reports',
    'deep-think://sessions/abcd2345/__proto__',
    'deep-think://sessions/abcd2345/report/x',
    'deep-think://sessions?limit=3',
    'deep-think://lenses/',
    'deep-think://lenses/__proto__',
    'deep-think://lenses/..%2f..%2fconfig',
    'deep-think://lenses/steel_man/text',
    `deep-think://sessions/${'x'.repeat(100_000)}`,
  ])('are not found at %j', async (uri) => {
    const error = await read(uri).catch((thrown) => thrown);
    expect(error).toMatchObject({ code: NOT_FOUND, data: { uri } });
    expect(error.message.length).toBeLessThan(400);
  });

  it('name what is near', async () => {
    const id = await sessionIn(session, 'no_thought');
    const typo = `${id.slice(0, -1)}_`;
    await expect(read(`deep-think://sessions/${typo}`)).rejects.toThrow(`Did you mean "${id}"?`);
    await expect(read('deep-think://lenses/steel_men')).rejects.toThrow('Did you mean "steel_man"?');
  });

  it.each([
    ['resources/read', {}],
    ['resources/read', { uri: 7 }],
    ['prompts/get', { name: 'think', arguments: { question: 7 } }],
    ['resources/list', { cursor: 'nonsense' }],
    ['completion/complete', { ref: { type: 'ref/other' }, argument: { name: 'id', value: '' } }],
  ])('%s with %j is a request with bad parameters', async (method, params) => {
    const asked = session.client().request({ method, params }, EmptyResultSchema);
    const error = await asked.catch((thrown) => thrown);
    expect(error).toMatchObject({ code: -32602 });
    expect(error.message).not.toMatch(/invalid_type|node_modules|\n\s+at /);
  });

  it('tell a damaged session and leave it out of the list', async () => {
    const id = await sessionIn(session, 'no_thought');
    writeFileSync(sessionFile(session.home(), id), '{"id": "');
    const error = await read(`deep-think://sessions/${id}`).catch((thrown) => thrown);
    expect(error).toMatchObject({ code: -32603, message: expect.stringContaining('is damaged') });
    expect(error.message).not.toContain(PROJECT);
    const { resources } = await session.client().listResources();
    expect(resources.map(({ name }) => name)).not.toContain(id);
  });
});

describe('the list of resources', () => {
  it('begins with the fixed ones and gives every session once, page by page, newest first', async () => {
    const { client, call } = await connect({ home: tempHome() });
    const ids: unknown[] = [];
    for (let made = 0; made < 53; made += 1)
      ids.unshift((await call('start_session', { question: `Question ${made}?` })).session_id);
    const first = await client.listResources();
    expect(first.resources.slice(0, 3).map(({ name }) => name)).toEqual(['sessions', 'lenses', ids[0]]);
    expect(first.resources[2]).toMatchObject({
      title: 'Question 52?',
      uri: `deep-think://sessions/${ids[0]}`,
    });
    const second = await client.listResources({ cursor: first.nextCursor });
    expect(second.nextCursor).toBeUndefined();
    const listed = [...first.resources, ...second.resources].map(({ name }) => name);
    expect(new Set(listed).size).toBe(listed.length);
    expect([...listed.slice(2)].sort()).toEqual([...ids].sort());
  });

  it('holds sessions whose times are no times', async () => {
    const home = tempHome();
    const { client, call } = await connect({ home });
    const { session_id } = await call('start_session', { question: 'When?', mode: 'serial' });
    const { export: exported } = await call('export_session', { session_id });
    const old = { ...Object(exported), id: 'abcd2345', updated_at: 'yesterday' };
    writeFileSync(sessionFile(home, 'abcd2345'), JSON.stringify(old));
    const { resources } = await client.listResources();
    expect(resources.find(({ name }) => name === 'abcd2345')).not.toHaveProperty('annotations');
    expect(resources.find(({ name }) => name === session_id)).toHaveProperty('annotations.lastModified');
  });
});
