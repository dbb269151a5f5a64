import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { connect } from '../support/client.ts';
import { GOOD_CALLS } from '../support/good-calls.ts';
import { RECORD_CALLS } from '../support/record-calls.ts';
import { SCORES, sessionIn } from '../support/serial-phases.ts';
import { sharedSession } from '../support/shared-session.ts';
import { SUBAGENT_START } from '../support/subagent-phases.ts';
import { sessionsOnDisk, tempHome } from '../support/temp-home.ts';

const BOOKKEEPING = '- [x] read the bookkeeping of the client';

describe('a key that a client adds to the arguments by itself', () => {
  const session = sharedSession();
  const isKept = () =>
    Object.values(sessionsOnDisk(session.home())).some((text) => text.includes(BOOKKEEPING));

  it.each(Object.entries(GOOD_CALLS))('does not disturb %s, is named and not kept', async (tool, row) => {
    const id = row.phase === null ? {} : { session_id: await sessionIn(session, row.phase) };
    const reply = await session.call(tool, { ...id, ...row.args, task_progress: BOOKKEEPING });
    expect(reply).not.toHaveProperty('error');
    expect(reply.ignored_arguments).toEqual(['task_progress']);
    expect(JSON.stringify(reply)).not.toContain(BOOKKEEPING);
    expect(isKept()).toBe(false);
  });

  it.each(Object.entries(RECORD_CALLS))('does not disturb %s and is not kept', async (tool, row) => {
    let own = {};
    for (const [before, args] of row.before) {
      const { sessionId, review_id } = await session.call(before, { ...own, ...args });
      if (before === 'tot_start') own = { sessionId };
      if (before === 'start_review') own = { review_id };
    }
    const result = await session.result(tool, { ...own, ...row.args, task_progress: BOOKKEEPING });
    expect(result.isError).toBe(false);
    expect(JSON.stringify(result.reply)).not.toContain(BOOKKEEPING);
    expect(isKept()).toBe(false);
  });
});

describe('a misspelt id', () => {
  const session = sharedSession();
  const reading = () => session.tools().filter(({ readOnly }) => readOnly);

  it('never makes a reading tool answer about another session', async () => {
    await session.call('start_session', { question: 'The one that was not meant?', mode: 'serial' });
    const wanting = reading().filter(({ required }) => required.includes('session_id'));
    expect(wanting.length).toBeGreaterThan(3);
    for (const { name } of wanting) {
      const reply = await session.call(name, { sesion_id: 'k7m2p9xa' });
      expect(reply).toMatchObject({
        session_id: null,
        code: 'missing_argument',
        parameter: 'session_id',
        ignored_arguments: ['sesion_id'],
      });
    }
  });

  it('of the exact shapes is refused by the name that is missing', async () => {
    for (const name of ['sessionId', 'review_id']) {
      const wanting = reading().filter(({ required }) => required.includes(name));
      expect(wanting.length).toBeGreaterThan(0);
      for (const tool of wanting) {
        const { isError, content } = await session.result(tool.name, { sesion_id: 'x' });
        expect([isError, content[0]?.text]).toEqual([true, expect.stringContaining(name)]);
      }
    }
  });
});

describe('an object that comes as its JSON text', () => {
  const session = sharedSession();

  it.each([
    ['as text', JSON.stringify(SCORES)],
    [
      'with numbers in words',
      Object.fromEntries(Object.entries(SCORES).map(([name, value]) => [name, String(value)])),
    ],
  ])('scores a candidate the same: %s', async (_, scores) => {
    const totals = [];
    for (const given of [SCORES, scores]) {
      const { session_id } = await session.call('start_session', { question: 'Which?', ...SUBAGENT_START });
      await session.call('begin_subagent_thought', { session_id, content: 'Dual-write.' });
      const candidate = { session_id, candidate: 'With checksums.', scores: given };
      await session.call('advance_subagent_round', candidate);
      const {
        matrix,
        candidates,
        message,
        session_id: own,
        ...rest
      } = await session.call('inspect_utility_matrix', { session_id });
      totals.push({ matrix, candidates, rest });
    }
    expect(totals[1]).toEqual(totals[0]);
    expect(JSON.stringify(totals[0])).toContain('0.5');
  });
});

describe('on a data folder without a session', () => {
  it('every tool that only reads answers with empty lists or says what is missing, and makes no file', async () => {
    const home = tempHome();
    const session = await connect({ home });
    for (const { name, readOnly, required } of session.tools) {
      if (!readOnly || required.length > 0) continue;
      const { isError, reply, content } = await session.result(name);
      expect(isError, name).toBe(false);
      expect(JSON.parse(content[0]?.text ?? ''), name).toEqual(reply);
      const lists = Object.values(reply).filter(Array.isArray);
      if (name !== 'list_modes') expect(lists, name).toEqual([[]]);
    }
    expect(() => readdirSync(join(home, 'sessions'))).toThrow('ENOENT');
  });
});
