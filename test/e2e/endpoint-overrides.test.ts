import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'smol-toml';
import { expect, it } from 'vitest';
import { connect, disconnect } from '../support/client.ts';
import { serveModel } from '../support/model-session.ts';
import { PROJECT } from '../support/server-process.ts';
import { sessionFile, tempHome } from '../support/temp-home.ts';

/** Every key of the configuration that says where a request goes or what it is signed with. */
const ADDRESSING = /endpoint|url|host|proxy|key|token/;
const tables = parse(readFileSync(join(PROJECT, 'config', 'default.toml'), 'utf8'));
const addressing = Object.entries(tables).flatMap(([table, keys]) =>
  Object.keys(Object(keys))
    .filter((key) => ADDRESSING.test(key))
    .map((key) => [table, key] as const),
);

it('no session can name the address or the key of a request, by any key of the configuration', async () => {
  expect(addressing).toContainEqual(['subagent', 'endpoint']);
  const llm = await serveModel();
  const { call } = await connect({ home: tempHome() });
  for (const [table, key] of [...addressing, ['subagent', 'api_key'] as const]) {
    for (const value of [llm.baseUrl, [llm.baseUrl], true]) {
      const reply = await call('start_session', {
        question: 'Edge?',
        mode: 'subagent',
        overrides: { [table]: { [key]: value } },
      });
      expect(reply, `${table}.${key}`).toMatchObject({ error: 'retry_with_clarification' });
    }
  }
  expect(llm.requests).toEqual([]);
});

it('an address in a session that was imported or edited by hand is asked for nothing', async () => {
  const llm = await serveModel();
  const home = tempHome();
  const first = await connect({ home });
  const overrides = { subagent: { engine: 'necort', endpoint: llm.baseUrl, endpoints: [llm.baseUrl] } };
  const data = {
    question: 'Edge?',
    mode: 'subagent',
    expected_stages: ['Analysis'],
    current_stage: 'Analysis',
    overrides,
  };
  const imported = await first.call('import_session', { data });
  const started = await first.call('start_session', { question: 'Edge?', mode: 'subagent' });
  await disconnect(first);
  const edited = sessionFile(home, String(started.session_id));
  writeFileSync(edited, JSON.stringify({ ...JSON.parse(readFileSync(edited, 'utf8')), overrides }));
  const { call } = await connect({ home });
  for (const { session_id } of [imported, started])
    expect(await call('begin_subagent_thought', { session_id, content: 'A draft.' })).toMatchObject({
      code: 'no_endpoint',
    });
  expect(llm.requests).toEqual([]);
});
