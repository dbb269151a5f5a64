import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { connect, disconnect, type Session } from '../support/client.ts';
import { runCommand } from '../support/command.ts';
import { sessionFile, tempHome } from '../support/temp-home.ts';

const QUESTION = { question: 'Edge or origin?', mode: 'serial' };
const THOUGHT = { thought: 'Compare.', thoughtNumber: 1, totalThoughts: 3, nextThoughtNeeded: true };
const CLAIM = { claim: 'We should move to the new queue.', mode: 'devils_advocate' };

/** The command line of a user whose data folder this is. */
const command = (home: string, args: readonly string[]) =>
  runCommand(dirname(home), args, { DEEP_THINK_HOME: home });

/** The text of whatever a call answered, an error too. */
async function said({ result }: Session, tool: string, args: object): Promise<string> {
  return (await result(tool, args)).content.map(({ text }) => text).join('');
}

describe('a limit on the number of sessions', () => {
  const limited = (home = tempHome()) => connect({ home, args: ['--set', 'limits.sessions=2'] });

  it('refuses whatever would begin one more, and says what makes room', async () => {
    const session = await limited();
    await session.call('start_session', QUESTION);
    await session.call('sequentialthinking', { ...THOUGHT, sessionId: 'one' });
    const refused = await session.call('start_session', QUESTION);
    expect(refused).toMatchObject({ code: 'too_many_sessions', next_tool: 'list_sessions' });
    for (const words of ['limits.sessions is 2', 'clear_session', 'sessions archive'])
      expect(refused.message).toContain(words);
    const { export: data } = await session.call('export_session', { session_id: 'one' });
    for (const [tool, args] of [
      ['sequentialthinking', { ...THOUGHT, sessionId: 'two' }],
      ['tot_start', { query: 'Why?' }],
      ['start_review', CLAIM],
      ['import_session', { data }],
    ] as const)
      expect(await said(session, tool, args)).toContain('limits.sessions is 2');
    expect(await session.call('list_sessions')).toMatchObject({ count: 2 });
  });

  it('lets every stored session go on, and a new one begin when one is cleared or archived', async () => {
    const home = tempHome();
    const session = await limited(home);
    const [first, second] = [
      await session.call('start_session', QUESTION),
      await session.call('start_session', QUESTION),
    ];
    const begun = { session_id: first.session_id, content: 'At the edge.' };
    expect(await session.call('begin_thought', begun)).not.toHaveProperty('error');
    await session.call('clear_session', { session_id: first.session_id });
    expect(await session.call('start_session', QUESTION)).not.toHaveProperty('error');
    expect(await session.call('start_session', QUESTION)).toHaveProperty('error');
    await command(home, ['sessions', 'archive', String(second.session_id)]);
    expect(await session.call('start_session', QUESTION)).not.toHaveProperty('error');
  });

  it('is none by default', async () => {
    const { call } = await connect({ home: tempHome() });
    for (let made = 0; made < 5; made += 1)
      expect(await call('start_session', QUESTION)).not.toHaveProperty('error');
  });
});

describe('a limit on the size of an entry', () => {
  it('is told with the size and the limit, and the next call is answered', async () => {
    const { call, result } = await connect({ home: tempHome(), args: ['--set', 'limits.text_kib=1'] });
    const refused = await call('start_session', { ...QUESTION, question: 'x'.repeat(1025) });
    expect(refused).toMatchObject({ code: 'bad_argument', parameter: 'question' });
    expect(refused.message).toMatch(/1025.*1024|1024.*1025/);
    const thought = await result('sequentialthinking', { ...THOUGHT, thought: 'x'.repeat(1025) });
    expect(thought.isError).toBe(true);
    expect(thought.content[0]?.text).toMatch(/1025.*1024|1024.*1025/);
    expect(await call('start_session', QUESTION)).not.toHaveProperty('error');
  });
});

describe('a limit on the age of sessions', () => {
  it('names old ones in lists and in doctor, and removes nothing', async () => {
    const home = tempHome();
    const first = await connect({ home });
    const ids = [
      await first.call('start_session', QUESTION),
      await first.call('start_session', QUESTION),
    ].map(({ session_id }) => String(session_id));
    await disconnect(first);
    const path = sessionFile(home, ids[0] ?? '');
    const old = { ...JSON.parse(readFileSync(path, 'utf8')), updated_at: '2026-01-01T00:00:00.000Z' };
    writeFileSync(path, JSON.stringify(old));

    const { call } = await connect({ home, env: { DEEP_THINK_LIMITS_AGE_DAYS: '30' } });
    const { sessions } = await call('list_sessions');
    const rows = Array.isArray(sessions) ? sessions : [];
    expect(rows.map(({ id, stale }) => [id, stale])).toEqual(
      expect.arrayContaining([
        [ids[0], true],
        [ids[1], undefined],
      ]),
    );
    const { stdout } = await command(home, ['doctor', '--json', '--set', 'limits.age_days=30']);
    const { findings } = JSON.parse(stdout);
    expect(findings.filter(({ check }: { check: string }) => check === 'age')).toMatchObject([
      {
        level: 'warning',
        what: expect.stringContaining(ids[0] ?? ''),
        todo: expect.stringContaining('archive'),
      },
    ]);
    expect(await call('resume_session', { session_id: ids[0] })).not.toHaveProperty('error');
  });
});

describe('secrets in texts', () => {
  const SECRET = `AKIA${'QWERTYUIOPASDFGH'}`;
  const REPLACED = '[redacted: aws_access_key]';
  const everyFile = (home: string) =>
    readdirSync(home, { recursive: true, encoding: 'utf8' })
      .map((name) => join(home, name))
      .filter((path) => statSync(path).isFile())
      .map((path) => readFileSync(path, 'latin1'))
      .join('\n');

  it('are replaced before anything is stored where that is asked for, and the reply says so', async () => {
    const home = tempHome();
    const session = await connect({ home, args: ['--set', 'privacy.redact=true'] });
    const started = await session.call('start_session', { ...QUESTION, question: `Is ${SECRET} safe?` });
    expect(started.redacted).toEqual(['aws_access_key']);
    expect(started.message).toContain('aws_access_key');
    const { session_id } = started;
    const begun = await session.call('begin_thought', {
      session_id,
      content: `We use ${SECRET}.`,
      tags: [SECRET],
    });
    expect(begun.redacted).toEqual(['aws_access_key']);
    expect(await session.call('critique_current_thought', { session_id })).not.toHaveProperty('redacted');

    const thought = await session.result('sequentialthinking', { ...THOUGHT, thought: `Key: ${SECRET}` });
    expect(Object.keys(thought.reply)).toHaveLength(5);
    expect(thought.meta).toMatchObject({ 'deep-think/redacted': ['aws_access_key'] });
    const tree = await session.call('tot_start', { query: `Who has ${SECRET}?` });
    expect(tree.redacted).toEqual(['aws_access_key']);
    const review = await session.call('start_review', { ...CLAIM, context: `The key is ${SECRET}.` });
    expect(review.redacted).toEqual(['aws_access_key']);

    const { export: data } = await session.call('export_session', { session_id });
    const imported = await session.call('import_session', {
      data: JSON.stringify(data).replaceAll(REPLACED, SECRET),
    });
    expect(imported.redacted).toEqual(['aws_access_key']);
    await disconnect(session);
    expect(everyFile(home)).not.toContain(SECRET);
    expect(everyFile(home).split(REPLACED).length).toBeGreaterThan(6);
  });

  it('are replaced in what the command import brings in', async () => {
    const home = tempHome();
    const first = await connect({ home });
    const { session_id } = await first.call('start_session', { ...QUESTION, question: `Is ${SECRET} safe?` });
    const { export: data } = await first.call('export_session', { session_id });
    await disconnect(first);
    const other = tempHome();
    const file = join(dirname(home), 'record.json');
    writeFileSync(file, JSON.stringify(data));
    const { code } = await command(other, ['import', file, '--set', 'privacy.redact=true']);
    expect(code).toBe(0);
    expect(everyFile(other)).not.toContain(SECRET);
    expect(everyFile(other)).toContain(REPLACED);
  });

  it('are kept as they are by default', async () => {
    const home = tempHome();
    const { call } = await connect({ home });
    const started = await call('start_session', { ...QUESTION, question: `Is ${SECRET} safe?` });
    expect(started).not.toHaveProperty('redacted');
    expect(everyFile(home)).toContain(SECRET);
  });
});
