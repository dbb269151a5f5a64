import { existsSync, readFileSync, statSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { StagedSession } from '../../src/core/staged.ts';
import { connect, disconnect, type Session } from '../support/client.ts';
import { sessionIn } from '../support/serial-phases.ts';
import { sessionFile, tempHome } from '../support/temp-home.ts';

const LONG = 'A long thought, told in many words. '.repeat(800);
const onDisk = (home: string, id: string) =>
  StagedSession.parse(JSON.parse(readFileSync(sessionFile(home, id), 'utf8')));
const tailOf = (home: string, id: string) => sessionFile(home, id).replace(/json$/, 'tail.jsonl');

async function begin(session: Session, session_id: string, content: string): Promise<void> {
  const reply = await session.call('begin_thought', { session_id, content, discard: true });
  expect(reply).toMatchObject({ thought_id: expect.any(String) });
  expect(reply.error).toBeUndefined();
}

/** A session of some 90 KB in a running server, with one short thought in its tail. */
async function tailed() {
  const home = tempHome();
  const session = await connect({ home });
  const id = await sessionIn(session, 'no_thought');
  for (let n = 0; n < 3; n += 1) await begin(session, id, `${n} ${LONG}`);
  const size = statSync(sessionFile(home, id)).size;
  expect(existsSync(tailOf(home, id))).toBe(false);
  await begin(session, id, 'in the tail');
  expect(statSync(sessionFile(home, id)).size).toBe(size);
  expect(readFileSync(tailOf(home, id), 'utf8')).toContain('in the tail');
  return { home, session, id };
}

describe('a large session', () => {
  it('goes on in another server after a kill, with all that was answered', async () => {
    const { home, session, id } = await tailed();
    session.server.kill('SIGKILL');
    await session.server.ended;
    const next = await connect({ home });
    const { draft_content, thought_id } = await next.call('resume_session', { session_id: id });
    expect(draft_content).toBe('in the tail');
    expect(thought_id).toBe('t4');
  });

  it.each(['end of stdin', 'SIGTERM'] as const)('is whole on disk after %s', async (how) => {
    const { home, session, id } = await tailed();
    if (how === 'SIGTERM') session.server.kill(how);
    else session.server.closeStdin();
    expect(await session.server.ended).toEqual({ code: 0, signal: null });
    expect(existsSync(tailOf(home, id))).toBe(false);
    expect(onDisk(home, id).thoughts.at(-1)).toMatchObject({ id: 't4', content: 'in the tail' });
  });

  it('is whole at the path that an export names', async () => {
    const { home, session, id } = await tailed();
    const { export_path } = await session.call('export_session', { session_id: id });
    expect(export_path).toBe(sessionFile(home, id));
    expect(onDisk(home, id).thoughts.at(-1)?.content).toBe('in the tail');
  });

  it('is shared by two servers, which lose nothing', async () => {
    const { home, session, id } = await tailed();
    const other = await connect({ home });
    const both = [session, other].flatMap((each, who) =>
      Array.from({ length: 10 }, (_, n) => begin(each, id, `server ${who}, thought ${n}`)),
    );
    await Promise.all(both);
    await disconnect(other);
    await disconnect(session);
    const { thoughts } = onDisk(home, id);
    expect(new Set(thoughts.map(({ content }) => content)).size).toBe(24);
    expect(new Set(thoughts.map((each) => each.id)).size).toBe(24);
  });
});
