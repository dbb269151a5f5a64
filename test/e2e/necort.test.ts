import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { StagedSession } from '../../src/core/staged.ts';
import { disconnect } from '../support/client.ts';
import { deadBaseUrl, type LlmAnswer, refusal } from '../support/llm-server.ts';
import {
  asksRating,
  connectTo,
  goodModel,
  lastText,
  serveModel,
  startIn,
  systemText,
} from '../support/model-session.ts';
import { sessionBytes, tempHome } from '../support/temp-home.ts';

const BEGIN = 'begin_subagent_thought';
const ADVANCE = 'advance_subagent_round';
const PROSE: LlmAnswer = 'A text without any number.';

function thoughtOf(home: string, id: string) {
  const session = StagedSession.parse(JSON.parse(sessionBytes(home, id) ?? ''));
  return session.thoughts.at(-1);
}

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((path) => join(folder, path))
    .filter((path) => statSync(path).isFile());
}

describe('a negotiated round', () => {
  it('takes 2 n² requests, and its verdict and rounds are those of the ratings', async () => {
    const home = tempHome();
    const llm = await serveModel();
    const session = await connectTo(llm, { home });
    const session_id = await startIn(session, 'subagent');
    const begun = await session.call(BEGIN, { session_id, content: 'A draft.', prompt_focus: 'Cost' });
    expect(begun).toMatchObject({
      stage: 'Analysis',
      thought_id: 't1',
      us_round: 1,
      rounds_run: 1,
      max_rounds: 2,
      equilibrium_strength: 0.7,
      gate_metric: 'peer rating',
      commit_threshold: 0.75,
      converged: false,
      budget_exhausted: false,
      endpoints_used: 1,
      next_tool: ADVANCE,
    });
    expect(begun).not.toHaveProperty('endpoint_failures');
    expect(begun.final_utility_scores).toMatchObject({ correctness: 0.7, coverage: 0.7, evidence: 0.5 });
    expect(llm.requests).toHaveLength(18);
    expect(new Set(llm.requests.map(({ path }) => path))).toEqual(new Set(['/v1/chat/completions']));
    expect(lastText(llm.requests[0] ?? ({} as never))).toMatch(
      /A draft\.[\s\S]*Focus: Cost[\s\S]*Analysis \(emphasised, 1\.5/,
    );
    const first = thoughtOf(home, session_id);
    expect(first?.specialist_rounds.map((each) => each.round_index)).toEqual([0, 0, 0, 1, 1, 1]);
    const advanced = await session.call(ADVANCE, { session_id });
    expect(advanced).toMatchObject({
      us_round: 2,
      budget_exhausted: true,
      next_tool: 'commit_subagent_thought',
    });
    expect(lastText(llm.requests[18] ?? ({} as never))).toContain(begun.selected_content);
    expect(thoughtOf(home, session_id)?.specialist_rounds.at(-1)?.round_index).toBe(3);
    expect(await session.call(ADVANCE, { session_id })).toMatchObject({ code: 'round_budget_exhausted' });
    expect(llm.requests).toHaveLength(36);
    expect(await session.call('inspect_utility_matrix', { session_id })).toMatchObject({ us_round: 2 });
    expect(await session.call('commit_subagent_thought', { session_id })).toMatchObject({ committed: true });
  });

  it('of several endpoints lives on when one of them is dead, and names that one', async () => {
    const [good, strong] = [
      await serveModel(),
      await serveModel((r) => (asksRating(r) ? '9' : `Strong ${r.nth}.`)),
    ];
    const endpoints = [await deadBaseUrl(), good.baseUrl, strong.baseUrl];
    const session = await connectTo(good, { settings: [`subagent.endpoints=${JSON.stringify(endpoints)}`] });
    const session_id = await startIn(session, 'subagent');
    const begun = await session.call(BEGIN, { session_id });
    expect(begun).toMatchObject({ endpoints_used: 2, equilibrium_strength: 0.9, converged: true });
    expect(begun.selected_content).toMatch(/^Strong/);
    expect(begun.endpoint_failures).toMatchObject([
      { endpoint: `${endpoints[0]}/chat/completions`, code: 'endpoint_unreachable' },
    ]);
  });

  it('does not judge what the client hands in, and says that it was not used', async () => {
    const session = await connectTo(await serveModel());
    const session_id = await startIn(session, 'subagent');
    await session.call(BEGIN, { session_id });
    const handed = { candidate: 7, scores: 'all good' };
    const advanced = await session.call(ADVANCE, { session_id, ...handed });
    expect(advanced).toMatchObject({ us_round: 2, unused_arguments: ['candidate', 'scores'] });
    expect(advanced.message).toContain('this was not used: candidate, scores');
    expect(await session.call(ADVANCE, { session_id, ...handed })).toMatchObject({
      code: 'round_budget_exhausted',
    });
    const own = await startIn(session, 'subagent', { subagent: { engine: 'manual' } });
    for (const [name, value] of Object.entries(handed))
      expect(await session.call(ADVANCE, { session_id: own, [name]: value })).toMatchObject({
        code: 'bad_argument',
        parameter: name,
      });
  });

  it('repeats a request that failed with 500', async () => {
    const llm = await serveModel((r) => (r.nth === 0 ? refusal(500, 'busy') : goodModel(r)));
    const session = await connectTo(llm, { settings: ['subagent.retries=1'] });
    const session_id = await startIn(session, 'subagent', { subagent: { agents: ['One'] } });
    expect(await session.call(BEGIN, { session_id })).toMatchObject({ us_round: 1 });
  });

  it('leaves ratings out that nobody can read, and then counts one half', async () => {
    const session = await connectTo(await serveModel(() => PROSE));
    const session_id = await startIn(session, 'subagent');
    const begun = await session.call(BEGIN, { session_id });
    expect(begun).toMatchObject({ equilibrium_strength: 0.5, unread_ratings: 6, unrated: true });
    expect(begun.message).toContain('Ratings that could not be read: 6.');
    expect(begun.message).toContain('The winner has no rating of another specialist, so it counts 0.5.');
  });

  it('says how many ratings could not be read, and of a lone specialist that nobody rates it', async () => {
    const llm = await serveModel((r) =>
      asksRating(r) && systemText(r).includes('Skeptic') ? PROSE : goodModel(r),
    );
    const session = await connectTo(llm);
    const some = await session.call(BEGIN, { session_id: await startIn(session, 'subagent') });
    expect(some).toMatchObject({ unread_ratings: 2 });
    expect(some).not.toHaveProperty('unrated');
    llm.follow(goodModel);
    const alone = await startIn(session, 'subagent', { subagent: { agents: ['One'] } });
    const one = await session.call(BEGIN, { session_id: alone });
    expect(one).toMatchObject({ unrated: true });
    expect(one).not.toHaveProperty('unread_ratings');
    const all = await session.call(BEGIN, { session_id: await startIn(session, 'subagent') });
    expect(all.message).not.toMatch(/could not be read|has no rating/);
  });
});

describe('a failure of the endpoint', () => {
  const faults: readonly (readonly [string, LlmAnswer, string, boolean])[] = [
    ['401', refusal(401, 'bad key'), 'endpoint_unauthorized', false],
    ['404 of a model', refusal(404, 'model "qwen2.5:14b" not found'), 'model_not_found', false],
    ['429', refusal(429, 'slow down', { 'retry-after': '1' }), 'endpoint_rate_limited', true],
    ['500', refusal(500, 'broken'), 'endpoint_error', true],
    [
      'a body of HTML',
      { status: 200, headers: { 'content-type': 'text/html' }, body: '<html>' },
      'malformed_completion',
      false,
    ],
    ['a reset', { fault: 'reset' }, 'endpoint_unreachable', true],
    ['a stream that is cut', { fault: 'cut' }, 'endpoint_unreachable', true],
    ['an answer without end', { fault: 'endless' }, 'malformed_completion', false],
    ['nothing', { content: '' }, 'empty_completion', true],
    ['thinking only', '<think>long', 'empty_completion', true],
    ['a length limit', { content: 'half', finish: 'length' }, 'truncated_completion', false],
  ];

  it.each(faults)('leaves the session as it was: %s', async (_, answer, code, retryable) => {
    const home = tempHome();
    const llm = await serveModel(() => answer);
    const session = await connectTo(llm, { home });
    const session_id = await startIn(session, 'subagent');
    const before = sessionBytes(home, session_id);
    const failed = await session.call(BEGIN, { session_id });
    expect(failed.error).toBe('adapter_error');
    expect(failed).toMatchObject({ code, retryable });
    expect(failed.endpoint_failures).toHaveLength(1);
    expect(failed.next_tool).toBe(BEGIN);
    expect(sessionBytes(home, session_id)).toBe(before);
    llm.follow(goodModel);
    expect(await session.call(BEGIN, { session_id })).toMatchObject({ us_round: 1 });
  });

  it('says what to check when nothing listens, and leads to the manual engine', async () => {
    const session = await connectTo({ baseUrl: await deadBaseUrl() });
    const session_id = await startIn(session, 'subagent');
    const failed = await session.call(BEGIN, { session_id });
    expect(failed).toMatchObject({ code: 'endpoint_unreachable', retryable: true });
    expect(failed.message).toMatch(/Check that the model server is running[\s\S]*manual/);
    expect(await session.call(BEGIN, { session_id, engine: 'manual' })).toMatchObject({ engine: 'manual' });
  });

  it('in a later round keeps the earlier ones', async () => {
    const home = tempHome();
    const llm = await serveModel();
    const session = await connectTo(llm, { home });
    const session_id = await startIn(session, 'subagent');
    await session.call(BEGIN, { session_id });
    const before = sessionBytes(home, session_id);
    llm.follow(() => refusal(401, 'no'));
    expect(await session.call(ADVANCE, { session_id })).toMatchObject({
      error: 'adapter_error',
      next_tool: ADVANCE,
    });
    expect(sessionBytes(home, session_id)).toBe(before);
    expect(await session.call('commit_subagent_thought', { session_id })).toMatchObject({ committed: true });
  });
});

describe('an API key', () => {
  const KEY = 'sk-very-secret-7461';

  it('goes to its endpoint and nowhere else: no file, no reply, no log', async () => {
    const home = tempHome();
    const llm = await serveModel((r) => (r.nth > 3 ? refusal(401, `wrong key ${KEY}`) : goodModel(r)));
    const env = { DEEP_THINK_SUBAGENT_API_KEY: KEY, DEEP_THINK_LOG: 'debug' };
    const session = await connectTo(llm, { home, env });
    const session_id = await startIn(session, 'subagent');
    await session.call(BEGIN, { session_id });
    await session.call('export_session', { session_id });
    expect(llm.requests[0]?.headers.authorization).toBe(`Bearer ${KEY}`);
    await disconnect(session);
    const files = filesBelow(home).map((path) => readFileSync(path, 'latin1'));
    expect(files.length).toBeGreaterThan(1);
    expect(
      [...files, session.server.stdout(), session.server.stderr()].filter((text) => text.includes(KEY)),
    ).toEqual([]);
  });

  it('may lie in a file of its own', async () => {
    const llm = await serveModel();
    const path = join(tempHome(), '..', 'key');
    writeFileSync(path, ` ${KEY}\n`);
    const session = await connectTo(llm, { settings: [`subagent.api_key_file=${path}`] });
    await session.call(BEGIN, { session_id: await startIn(session, 'subagent') });
    expect(llm.requests[0]?.headers.authorization).toBe(`Bearer ${KEY}`);
  });

  it('is not sent to an endpoint that a session named', async () => {
    const [own, foreign] = [await serveModel(), await serveModel()];
    const env = { DEEP_THINK_SUBAGENT_API_KEY: KEY };
    const session = await connectTo(own, { env, settings: ['security.allow_endpoint_overrides=true'] });
    const session_id = await startIn(session, 'subagent', { subagent: { endpoint: foreign.baseUrl } });
    expect(await session.call(BEGIN, { session_id })).toMatchObject({ us_round: 1 });
    expect(own.requests).toEqual([]);
    expect(foreign.requests[0]?.headers).not.toHaveProperty('authorization');
    for (const secret of [{ api_key: KEY }, { api_key_file: '/etc/hosts' }]) {
      const args = { question: 'Edge?', overrides: { subagent: secret } };
      expect(await session.call('start_session', args)).toMatchObject({ code: 'bad_argument' });
    }
  });

  it('never lets a session name an endpoint unless the operator allows it', async () => {
    const session = await connectTo(await serveModel());
    const args = { question: 'Edge?', overrides: { subagent: { endpoint: 'http://169.254.169.254/' } } };
    expect(await session.call('start_session', args)).toMatchObject({ code: 'bad_argument' });
  });
});

const ANSWERS: readonly LlmAnswer[] = [
  '7',
  PROSE,
  '-3/10',
  '1e99',
  '```json\n{"a": 1}\n```',
  '<think>x</think>8',
  { content: '' },
  { content: '5', stream: false },
  { status: 200, body: { choices: [] } },
  { status: 200, body: '<html>' },
  refusal(400, 'no'),
  { fault: 'reset' },
  { fault: 'clean_cut' },
];

it('leaves a session with a legal next step, whatever the endpoint answers', async () => {
  const home = tempHome();
  const llm = await serveModel();
  const session = await connectTo(llm, { home });
  const legal = new Set([BEGIN, ADVANCE, 'commit_subagent_thought', 'finalize_session']);
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.constantFrom(...ANSWERS), { minLength: 1, maxLength: 8 }),
      async (answers) => {
        llm.follow(({ nth }) => answers[nth % answers.length] ?? '7');
        const session_id = await startIn(session, 'subagent', { subagent: { agents: ['A', 'B'] } });
        for (const tool of [BEGIN, ADVANCE, 'commit_subagent_thought', BEGIN]) {
          const result = await session.result(tool, { session_id });
          expect(result.isError).toBe(false);
          const next = await session.call('next_action', { session_id });
          expect(legal).toContain(next.next_tool);
        }
        StagedSession.parse(JSON.parse(sessionBytes(home, session_id) ?? ''));
      },
    ),
    { numRuns: 25 },
  );
});
