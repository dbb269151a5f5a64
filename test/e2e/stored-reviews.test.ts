import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { connect, disconnect, type Session } from '../support/client.ts';
import { runCommand } from '../support/command.ts';
import { attacks } from '../support/review-bench.ts';
import { tempHome } from '../support/temp-home.ts';

const CLAIM = 'We should move every job to the new queue before March.';
const WHY = 'Measured twice under full load, and it was otherwise.';

describe('reviews that are stored', () => {
  const begin = async (session: Session) =>
    (await session.call('start_review', { claim: CLAIM, mode: 'steelman' })).review_id;
  const worked = async (session: Session, more: object = {}) => {
    const { review_id } = await session.call('start_review', {
      ...{ claim: CLAIM, mode: 'devils_advocate' },
      ...more,
    });
    await session.call('submit', { review_id, items: attacks(3, 4, 1) });
    const items = [0, 1].map((index) => ({ index, verdict: 'holds', justification: WHY }));
    await session.call('submit', { review_id, items });
    return String(review_id);
  };

  it('have one word for their verdict wherever it is read, also after a restart', async () => {
    const home = tempHome();
    const first = await connect({ home });
    const { session_id } = await first.call('start_session', { question: 'Move?', mode: 'serial' });
    const review_id = await worked(first, { parent_session_id: session_id });
    await disconnect(first);
    const second = await connect({ home });
    const { assessment } = await second.call('get_verdict', { review_id });
    expect(assessment).toBe('claim refuted');
    for (const tool of ['next_action', 'resume_session'])
      expect(await second.call(tool, { session_id: review_id })).toMatchObject({ assessment });
    expect(await second.call('next_action', { session_id })).toMatchObject({ reviews: [{ assessment }] });
    const page = await second.call('export_session', { session_id: review_id, format: 'markdown' });
    expect(JSON.stringify(page)).toContain(`Verdict (${assessment})`);
  });

  it('can be archived and cleared in every state, with a copy left', async () => {
    const user = tempHome();
    const session = await connect({ home: join(user, 'data') });
    const abandoned = await begin(session);
    await session.call('abandon_review', { review_id: abandoned, reason: 'No longer asked.' });
    for (const id of [await begin(session), await worked(session), abandoned]) {
      expect((await runCommand(user, ['sessions', 'archive', String(id)])).code).toBe(0);
      const { isError } = await session.result('submit', { review_id: id, items: attacks(1) });
      expect(isError).toBe(true);
      const { trashed_path } = await session.call('clear_session', { session_id: id });
      expect(existsSync(String(trashed_path))).toBe(true);
    }
    expect(await session.call('list_reviews')).toMatchObject({ count: 0, reviews: [] });
  });

  it('of the replaced server are named by the list, with the command, while they are not here', async () => {
    const home = tempHome();
    const old = join(dirname(home), 'old reviews');
    mkdirSync(old);
    const session = await connect({ home, env: { DEVILS_ADVOCATE_DIR: old } });
    expect((await session.call('list_reviews')).message).toBe('All reviews, newest first.');
    const here = await begin(session);
    for (const id of [here, 'rev-zzzzzz']) writeFileSync(join(old, `${id}.json`), '{}');
    expect((await session.call('list_reviews')).message).toMatch(
      /^All reviews, newest first\. 1 more .* deep-think-mcp import ".*old reviews"$/,
    );
    rmSync(join(old, 'rev-zzzzzz.json'));
    expect((await session.call('list_reviews')).message).toBe('All reviews, newest first.');
  });
});
