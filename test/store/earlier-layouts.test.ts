import { createHash } from 'node:crypto';
import { cpSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { SCHEMA_VERSION } from '../../src/core/session.ts';
import { StagedSession } from '../../src/core/staged.ts';
import { isOutdated, upgrade } from '../../src/store/schema-upgrades.ts';
import { encodeSession } from '../../src/store/session-codec.ts';
import { createSessionStore } from '../../src/store/session-files.ts';
import { increment, LATER } from '../support/session-drafts.ts';
import { sessionFile, tempHome } from '../support/temp-home.ts';

const HOMES = join(import.meta.dirname, '../fixtures/homes');
/** One home for each layout that was ever released, with the digest of its session file. */
const RELEASED = [
  {
    layout: 1,
    id: 'k7m2p9qx',
    sha256: 'b31c8574854c9f1a361554b3ef19c2794a5946c850e884a37372b3279971707d',
  },
];

describe.each(RELEASED)('a home of layout $layout', ({ layout, id, sha256 }) => {
  const frozen = join(HOMES, `layout-${layout}`);

  function given() {
    const root = tempHome();
    cpSync(frozen, root, { recursive: true });
    return { root, store: createSessionStore({ root, newId: () => 'n1', sessionLimitBytes: () => 1e6 }) };
  }

  it('is still the one that was released', () => {
    const bytes = readFileSync(sessionFile(frozen, id));
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(sha256);
  });

  it('is read with everything that it holds', async () => {
    const { store } = given();
    const session = StagedSession.parse((await store.read(id))?.session);
    expect(session).toMatchObject({
      schema_version: SCHEMA_VERSION,
      status: 'finalized',
      project: 'shop',
      question: 'Where should the cache lie? – größer gedacht 👩‍🚀',
      overrides: { serial: { max_rounds: 4 } },
      move_history: [{ unlink_failed: false }, { unlink_failed: false }],
      decisions: [{ action: 'keep_here' }],
      current_thought_id: 't2',
    });
    expect(session.thoughts[0]).toMatchObject({
      committed: true,
      committed_round: 0,
      draft_content: 'Cache everything at the edge.',
      critique_rounds: [{ edit_distance: 0.660377358490566 }, { delta_score: -0.2 }],
      final_utility_scores: { correctness: 0.6 },
    });
  });

  it('is listed and can be changed', async () => {
    const { store } = given();
    const page = await store.list({
      limit: 5,
      cursor: null,
      status: 'finalized',
      protocol: null,
      project: null,
    });
    expect(page.sessions).toMatchObject([
      { id, fault: null, session: { thoughts: [{ committed: true }, { committed: false }] } },
    ]);
    expect(await store.transact(id, LATER, increment)).toBe(1);
    const onDisk = (await store.read(id))?.session;
    expect(onDisk).toMatchObject({ schema_version: SCHEMA_VERSION, n: 1 });
  });
});

it('today writes the newest released layout byte for byte', async () => {
  const newest = RELEASED.find(({ layout }) => layout === SCHEMA_VERSION);
  const path = sessionFile(join(HOMES, `layout-${SCHEMA_VERSION}`), newest?.id ?? 'none');
  const text = readFileSync(path, 'utf8');
  expect(encodeSession(StagedSession.parse(JSON.parse(text)))).toBe(text);
});

describe('the layout of a document', () => {
  const original = { id: 'x', mode: 'serial', created_at: LATER, question: 'Why?', status: 'active' };

  it('without a number is that of the original server', () => {
    expect(isOutdated(original)).toBe(true);
    expect(upgrade(original)).toMatchObject({ schema_version: SCHEMA_VERSION, protocol: 'serial' });
  });

  it.each([SCHEMA_VERSION, SCHEMA_VERSION + 1, 'one', null])('%j is left as it is', (schema_version) => {
    const document = { ...original, schema_version };
    expect(isOutdated(document)).toBe(false);
    expect(upgrade(document)).toEqual(document);
  });
});
