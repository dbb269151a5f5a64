import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { connect } from '../support/client.ts';
import { PARENT } from '../support/parent.ts';
import { attacks } from '../support/review-bench.ts';
import { startProcess } from '../support/server-process.ts';
import { sessionFile, tempHome } from '../support/temp-home.ts';

const STRANGER = { ...PARENT, question: 'A stranger?', thoughts: [] };

const readJson = (path: string) => JSON.parse(readFileSync(path, 'utf8'));

async function importInto(home: string, paths: readonly string[], flags: readonly string[] = []) {
  const started = startProcess({ home, args: ['import', ...paths, ...flags], env: {} });
  const { code } = await started.ended;
  return { code, stdout: started.stdout() };
}

/** A session with a review, stored by a server; the folder of its files. */
async function reviewed() {
  const home = tempHome();
  const session = await connect({ home });
  await session.call('import_session', { data: PARENT });
  const { review_id } = await session.call('start_review', {
    mode: 'devils_advocate',
    claim: 'An edge cache is the better one of the two',
    parent_session_id: PARENT.id,
    parent_thought_id: 't1',
  });
  return { home, folder: join(home, 'sessions'), review: String(review_id) };
}

/** A data root where the id of the parent is another session's. */
async function withStranger(data: object = STRANGER) {
  const home = tempHome();
  const file = join(dirname(home), 'stranger.json');
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, JSON.stringify(data));
  await importInto(home, [file]);
  return home;
}

describe('the links of an import', () => {
  it('follow a parent whose id is taken, and a second import finds both again', async () => {
    const { folder, review } = await reviewed();
    const home = await withStranger();
    const { code, stdout } = await importInto(home, [folder]);
    const [, parent = ''] = /imported as (\w+), since its id \w+ is taken/.exec(stdout) ?? [];
    expect({ code, parent }).toEqual({ code: 0, parent: expect.not.stringMatching(/^$/) });
    expect(readJson(sessionFile(home, review))).toMatchObject({
      parent_session_id: parent,
      parent_thought_id: 't1',
    });
    const session = await connect({ home });
    const seen = async (session_id: string) =>
      (await session.call('resume_session', { session_id, detail: 'full' })).reviews;
    expect(await seen(parent)).toMatchObject([{ review_id: review, thought_id: 't1' }]);
    expect(await seen(PARENT.id)).toBeUndefined();
    const again = await importInto(home, [folder]);
    expect(again.stdout.match(/already there as/g)).toHaveLength(2);
    expect(readdirSync(join(home, 'sessions'))).toHaveLength(3);
  });

  it('show nobody a review of another session, even one who names it', async () => {
    const { folder, review } = await reviewed();
    const home = await withStranger({ ...STRANGER, reviews: [review] });
    await importInto(home, [folder]);
    const session = await connect({ home });
    const { reviews } = await session.call('resume_session', { session_id: PARENT.id });
    expect(reviews).toBeUndefined();
  });

  it('wait where a review comes alone and a stranger has the id of its parent, until the parent comes', async () => {
    const { folder, review } = await reviewed();
    const home = await withStranger();
    const { code, stdout } = await importInto(home, [join(folder, `${review}.json`)]);
    expect(code).toBe(0);
    expect(stdout).toContain(`${review} has parent_session_id ${PARENT.id}; see that the session here`);
    const session = await connect({ home });
    expect((await session.call('resume_session', { session_id: PARENT.id })).reviews).toBeUndefined();

    const later = await importInto(home, [join(folder, `${PARENT.id}.json`)]);
    const [, parent = ''] = /imported as (\w+), since its id \w+ is taken/.exec(later.stdout) ?? [];
    expect(later.stdout).not.toMatch(/any more|see that/);
    const { reviews } = await session.call('resume_session', { session_id: parent });
    expect(reviews).toMatchObject([{ review_id: review, thought_id: 't1' }]);
    expect(readJson(sessionFile(home, review))).toMatchObject({ parent_session_id: parent });
  });

  it('go where the review is of the session that had the id before', async () => {
    const { folder, review } = await reviewed();
    const home = await withStranger({ ...STRANGER, reviews: [review] });
    await importInto(home, [join(folder, `${review}.json`)]);
    const { stdout } = await importInto(home, [join(folder, `${PARENT.id}.json`)]);
    expect(stdout).toContain(`has no reviews ${review} any more`);
  });

  it('are told of where nothing tells whether a session here is the one meant', async () => {
    const home = await withStranger();
    const file = join(dirname(home), 'again.json');
    writeFileSync(file, JSON.stringify({ ...PARENT, id: 'again234', from: PARENT.id, thoughts: [] }));
    const { stdout } = await importInto(home, [file]);
    expect(stdout).toContain(`again234 has from ${PARENT.id}; see that the session here`);
    const both = await reviewed();
    const { stdout: json } = await importInto(tempHome(), [both.folder], ['--json']);
    expect(json).not.toMatch(/dropped_links|unsure_links/);
  });

  it('stay for a review that comes before its parent, or after it', async () => {
    const { folder, review } = await reviewed();
    const files = [join(folder, `${review}.json`), join(folder, `${PARENT.id}.json`)];
    for (const order of [files, files.toReversed()]) {
      const home = tempHome();
      for (const file of order) await importInto(home, [file]);
      const session = await connect({ home });
      const { reviews } = await session.call('resume_session', { session_id: PARENT.id });
      expect(reviews).toMatchObject([{ review_id: review }]);
    }
  });
});

describe('a review that import_session brings', () => {
  it('leads to the session with the id of its parent only where that names it', async () => {
    const { home: source, review } = await reviewed();
    const owner = await connect({ home: source });
    await owner.call('submit', { review_id: review, items: attacks(2, 2, 2) });
    const file = readJson(sessionFile(source, review));
    const known = await owner.call('get_verdict', { review_id: review });
    expect(known.next_arguments).toEqual({ session_id: PARENT.id });
    const other = await connect({ home: await withStranger() });
    await other.call('import_session', { data: file });
    const strange = await other.call('get_verdict', { review_id: review });
    expect(strange).toMatchObject({ assessment: known.assessment, next_tool: null });
  });
});

describe('an import under a reserved id', () => {
  it('gets another one, says why, and is known again', async () => {
    const home = await withStranger({ ...PARENT, id: 'con' });
    const [name = ''] = readdirSync(join(home, 'sessions'));
    const file = join(dirname(home), 'stranger.json');
    const { stdout } = await importInto(home, [file]);
    expect(stdout).toContain(`already there as ${name.replace('.json', '')}`);
    const fresh = await importInto(tempHome(), [file]);
    expect(fresh.stdout).toContain('since its id con is reserved by the system');
  });
});
