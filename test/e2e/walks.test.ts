import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { StagedSession } from '../../src/core/staged.ts';
import { connect } from '../support/client.ts';
import { seededRandom } from '../support/seeded-random.ts';
import { playRound, sessionIn } from '../support/serial-phases.ts';
import { sharedSession } from '../support/shared-session.ts';
import { sessionFile, tempHome } from '../support/temp-home.ts';
import { type Walk, walk } from '../support/walker.ts';

const WALKS = 200;
const AT_ONCE = 5;
/** A round takes four calls, a thought three more; each mistake costs itself and at most the way back. */
const mostCalls = (stages: number, rounds: number) => 60 + 8 * stages * (rounds * 4 + 3);

const stored = (home: string, id: string) =>
  StagedSession.parse(JSON.parse(readFileSync(sessionFile(home, id), 'utf8')));

describe('a client that knows only next_tool', () => {
  it(`finishes each of ${WALKS} sessions though a third of its calls go wrong`, async () => {
    const clients = await Promise.all(
      [tempHome(), tempHome()].map(async (home) => ({ home, ...(await connect({ home })) })),
    );
    const seeds = Array.from({ length: WALKS }, (_, seed) => seed);
    const unfinished: string[] = [];
    let [calls, errors] = [0, 0];
    const judge = (home: string, seed: number, { id, last, trail, broken, ...counts }: Walk) => {
      const session = stored(home, id);
      calls += counts.calls;
      errors += counts.errors;
      const decided = session.decisions.length + session.move_history.length > 0;
      const kept = session.status === 'finalized' && decided;
      const worked = session.expected_stages.every((stage) =>
        session.thoughts.some((thought) => thought.committed && thought.stage === stage),
      );
      if (last.next_tool !== null || !kept || !worked || broken.length > 0)
        unfinished.push(`seed ${seed}: ${broken[0] ?? ''} ${trail.slice(-30).join(' ')}`);
    };
    const worker = async (client: (typeof clients)[number]) => {
      for (let seed = seeds.pop(); seed !== undefined; seed = seeds.pop()) {
        const chance = seededRandom(seed);
        const stages = Array.from({ length: 1 + chance.below(2) }, (_, at) => `Stage ${at}`);
        const rounds = 1 + chance.below(2);
        const mode = chance.next() < 0.5 ? { mode: 'serial' } : {};
        const start = { stages, overrides: { serial: { max_rounds: rounds } }, ...mode };
        const options = { start, chance, errors: 1 / 3, mostCalls: mostCalls(stages.length, rounds) };
        judge(client.home, seed, await walk(client, options));
      }
    };
    await Promise.all(clients.flatMap((client) => Array.from({ length: AT_ONCE }, () => worker(client))));
    expect(unfinished).toEqual([]);
    expect(errors / calls).toBeGreaterThan(0.25);
    expect(clients.map(({ server }) => server.stderr())).toEqual(['', '']);
  });

  it('goes through the stages and rounds of the defaults', async () => {
    const home = tempHome();
    const client = await connect({ home });
    const { last, id, errors, trail } = await walk(client, {
      chance: seededRandom(7),
      errors: 0,
      mostCalls: mostCalls(5, 3),
    });
    expect([last.next_tool, errors]).toEqual([null, 0]);
    // The mode may be asked for twice, because the client may choose the one that cannot run.
    expect(trail.filter((step) => /:(?!ok)/.test(step) && !step.includes('mode_unavailable'))).toEqual([]);
    const stages = stored(home, id).thoughts.map(({ stage }) => stage);
    expect([...new Set(stages)]).toEqual([
      'Problem Definition',
      'Research',
      'Analysis',
      'Synthesis',
      'Conclusion',
    ]);
  });
});

describe('a thought converges', () => {
  const session = sharedSession();
  const first = 'Measure which reads are public before anything is cached anywhere.';
  const texts = [
    first,
    'Put the whole catalogue behind one origin and buy more memory for it.',
    'Neither: ask the users.',
  ];

  it.each([
    ['fixed_point', [first, first], [0.5, 0.7]],
    ['diminishing_returns', texts, [0.5, 0.52, 0.53]],
    ['diminishing_returns', texts, [0.6, 0.5, 0.4]],
    ['max_rounds', texts, [0.3, 0.5, 0.7]],
  ])('by %s', async (reason, rewrites, values) => {
    const id = await sessionIn(session, 'zero_rounds');
    const replies = [];
    for (const [at, rewrite] of rewrites.entries())
      replies.push(await playRound(session, id, rewrite, values[at] ?? 0));
    const reasons = replies.map(({ converged_reason }) => converged_reason);
    expect(reasons).toEqual([...Array(replies.length - 1).fill(null), reason]);
    expect(replies.map(({ next_tool }) => next_tool)).toEqual([
      ...Array(replies.length - 1).fill('critique_current_thought'),
      'commit_thought',
    ]);
    expect(await session.call('next_action', { session_id: id })).toMatchObject({
      code: 'loop_converged',
      converged_reason: reason,
      next_tool: 'commit_thought',
    });
    const best = values.indexOf(Math.max(...values));
    expect(await session.call('commit_thought', { session_id: id })).toMatchObject({ committed_round: best });
    const { thought } = await session.call('summarize_session', { session_id: id, thought: 't1' });
    expect(thought).toMatchObject({ content: rewrites[best], committed: true });
  });

  it('after one round when the session says so, stage by stage of its own', async () => {
    const overrides = 'serial.max_rounds = 1\nserial.commit = last';
    const id = await sessionIn(session, 'zero_rounds', { stages: 'Look, Decide', overrides });
    const scored = await playRound(session, id, first, 0.5);
    expect(scored).toMatchObject({ converged_reason: 'max_rounds', next_tool: 'commit_thought' });
    expect(await session.call('commit_thought', { session_id: id })).toMatchObject({
      next_tool: 'advance_stage',
      alternative_tool: 'begin_thought',
    });
    const advanced = await session.call('advance_stage', { session_id: id });
    expect(advanced).toMatchObject({ current_stage: 'Decide', next_tool: 'begin_thought' });
    await session.call('begin_thought', { session_id: id, content: 'Cache.' });
    await playRound(session, id, first, 0.9);
    // A better round does not come back when the last one counts.
    await playRound(session, id, texts[1] ?? '', 0.2);
    const committed = await session.call('commit_thought', { session_id: id });
    expect(committed).toMatchObject({ committed_round: 1, next_tool: 'finalize_session' });
    const last = await session.call('advance_stage', { session_id: id });
    expect(last).toMatchObject({ final_stage: true, next_tool: 'finalize_session' });
    expect(last).not.toHaveProperty('error');
    const back = await session.call('advance_stage', { session_id: id, to: 'Look' });
    expect(back).toMatchObject({ current_stage: 'Look', next_tool: 'advance_stage' });
  });
});
