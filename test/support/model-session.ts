import { onTestFinished } from 'vitest';
import { connect, type Session } from './client.ts';
import { type LlmRequest, type LlmScript, type LlmServer, startLlmServer } from './llm-server.ts';
import { tempHome } from './temp-home.ts';

/** The scores with which the scripted model answers. */
export const SCORED =
  '{"correctness":0.7,"evidence":0.6,"novelty":0.5,"clarity":0.8,"bias_resistance":0.6,"actionability":0.7,"coverage":0.6}';

export const systemText = ({ body }: LlmRequest) => body.messages?.[0]?.content ?? '';
export const lastText = ({ body }: LlmRequest) => body.messages?.at(-1)?.content ?? '';
export const asksRating = (request: LlmRequest) => lastText(request).includes('Rate this answer');
export const asksScores = (request: LlmRequest) => systemText(request).startsWith('You score');

/** A model that does what it is asked: a number, scores, or a text of its own. */
export const goodModel: LlmScript = (request) => {
  if (asksRating(request)) return '7';
  return asksScores(request) ? SCORED : `Text ${request.nth}.`;
};

/** A model server for the running test. */
export async function serveModel(script: LlmScript = goodModel): Promise<LlmServer> {
  const llm = await startLlmServer(script);
  onTestFinished(() => llm.close());
  return llm;
}

interface Around {
  readonly home?: string;
  readonly settings?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

/** The built server with its endpoints set; nothing that fails is repeated unless `settings` say so. */
export function connectTo(llm: Pick<LlmServer, 'baseUrl'>, around: Around = {}): Promise<Session> {
  const { home = tempHome(), settings = [], env = {} } = around;
  const own = [
    `subagent.endpoint=${llm.baseUrl}`,
    `autopilot.endpoint=${llm.baseUrl}`,
    'autopilot.enabled=true',
    'subagent.retries=0',
    'autopilot.retries=0',
  ];
  return connect({ home, env, args: [...own, ...settings].flatMap((each) => ['--set', each]) });
}

/** A new session of one stage; its id. */
export async function startIn(session: Session, mode: string, overrides?: object): Promise<string> {
  const args = { question: 'Edge or origin?', mode, stages: ['Analysis'] };
  const reply = await session.call('start_session', overrides === undefined ? args : { ...args, overrides });
  return String(reply.session_id);
}

/** A script that holds every request from the `nth` on until `release` is called; `reached` tells that one came. */
export function heldFrom(nth: number, script: LlmScript = goodModel) {
  let [release, arrive] = [() => undefined, () => undefined] as (() => void)[];
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const reached = new Promise<LlmRequest>((resolve) => {
    arrive = resolve as () => void;
  });
  const held: LlmScript = async (request) => {
    if (request.nth >= nth) {
      (arrive as (request: LlmRequest) => void)(request);
      await released;
    }
    return script(request);
  };
  return { script: held, reached, release: () => release?.() };
}
