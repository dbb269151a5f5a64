import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Session } from '../support/client.ts';
import { GOOD_CALLS } from '../support/good-calls.ts';
import { anyAnswer } from '../support/llm-answers.ts';
import { knowing, type LlmAnswer, type LlmServer } from '../support/llm-server.ts';
import {
  asksRating,
  asksScores,
  connectTo,
  goodModel,
  serveModel,
  startIn,
} from '../support/model-session.ts';
import { brokenRules } from '../support/reply-rules.ts';
import { brokenInvariants } from '../support/session-rules.ts';
import { locksLeft, sessionBytes, tempHome } from '../support/temp-home.ts';

interface Story {
  readonly engine: 'serial' | 'manual' | 'necort';
  /** Which kinds of a request meet the answers below; the others are answered well. */
  readonly spoiled: 'all' | 'prose' | 'scores';
  readonly answers: readonly LlmAnswer[];
  /** The kinds of JSON that the server can be asked for. */
  readonly rungs: readonly string[];
  readonly calls: number;
}

const story: fc.Arbitrary<Story> = fc.record({
  engine: fc.constantFrom('serial', 'manual', 'necort'),
  spoiled: fc.constantFrom('all', 'prose', 'scores'),
  answers: fc.array(anyAnswer, { minLength: 1, maxLength: 8 }),
  rungs: fc.subarray(['json_schema', 'json_object', 'text']),
  calls: fc.integer({ min: 1, max: 3 }),
});

const pilotOf = (engine: Story['engine']) =>
  engine === 'serial' ? 'run_stage_autopilot' : 'run_subagent_autopilot';

/** Follows the answers in order, as far as they are meant for the request. */
function follow(llm: LlmServer, { answers, rungs, spoiled }: Story): void {
  let at = 0;
  const script = knowing(rungs, (request) => {
    const scores = asksScores(request) || asksRating(request);
    const meant = spoiled === 'all' || (spoiled === 'scores') === scores;
    return meant ? (answers[at++ % answers.length] ?? '') : goodModel(request);
  });
  llm.follow(script);
}

async function ended(session: Session, tool: string, session_id: string) {
  let result = await session.result(tool, { session_id });
  while (result.reply.running === true) result = await session.result(tool, { session_id });
  expect(result.isError).toBe(false);
  expect(brokenRules(result, session.tools)).toEqual([]);
  return result.reply;
}

/** Takes the step that the session asks for, the way a client with good arguments does. */
async function takeNext(session: Session, session_id: string): Promise<void> {
  const next = await session.call('next_action', { session_id });
  const tool = String(next.next_tool);
  const { engine: _, ...args } = { ...GOOD_CALLS[tool]?.args };
  const reply = await session.call(tool, { ...args, ...Object(next.next_arguments), session_id });
  expect(reply.error, `${tool}: ${reply.message}`).toBeUndefined();
}

it('leaves a whole session whose next step can be taken, whatever the endpoint answers the autopilot', async () => {
  const home = tempHome();
  const llm = await serveModel();
  const session = await connectTo(llm, { home });
  const tell = async (told: Story) => {
    const { engine, calls } = told;
    const mode = engine === 'serial' ? 'serial' : 'subagent';
    const rounds = { max_rounds: 2 };
    const overrides = {
      serial: rounds,
      subagent: { ...rounds, agents: ['A', 'B'], ...(mode === engine ? {} : { engine }) },
    };
    const session_id = await startIn(session, mode, overrides);
    const whole = () => expect(brokenInvariants(sessionBytes(home, session_id) ?? '')).toEqual([]);
    follow(llm, told);
    for (let call = 0; call < calls; call += 1) {
      await ended(session, pilotOf(engine), session_id);
      whole();
      expect(locksLeft(home)).toEqual([]);
    }
    llm.follow(goodModel);
    await takeNext(session, session_id);
    whole();
    const { status } = await session.call('resume_session', { session_id });
    if (status !== 'active') return;
    expect(await ended(session, pilotOf(engine), session_id)).toMatchObject({ committed: true });
    whole();
  };
  await fc.assert(fc.asyncProperty(story, tell), { seed: 61_204, numRuns: 50, endOnFailure: true });
}, 240_000);
