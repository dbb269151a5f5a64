import {
  type Arguments,
  type Connection,
  connect,
  expect,
  nextTool,
  type Reply,
  text,
} from './connection.ts';
import { isRefusal, outcomeOf } from './outcome.ts';
import type { Player } from './player.ts';
import type { Screen } from './screen.ts';

/** What the whole run shares; `connection` changes when the server is restarted. */
export interface Run {
  readonly bin: string;
  readonly home: string;
  readonly screen: Screen;
  readonly player: Player;
  connection: Connection;
  sessionId: string;
}

/** The most calls a run may need; more means that next_tool leads in a circle. */
const MOST_CALLS = 200;

type Detour = (run: Run, reply: Reply) => Promise<Reply>;

/** What goes wrong on purpose, by the place in the story just before the named tool would be called. */
const DETOURS: ReadonlyMap<string, Detour> = new Map([
  ['Problem Definition/0/critique_current_thought', submitTooEarly],
  ['Research/0/score_current_thought', scoreInVain],
  ['Analysis/0/refine_current_thought', restart],
]);

/** Calls a tool and shows what came back. */
export async function show(run: Run, tool: string, args: Arguments): Promise<Reply> {
  const reply = await run.connection.call(tool, args);
  await run.screen.step(tool, outcomeOf(tool, reply, args), nextTool(reply), isRefusal(reply));
  return reply;
}

/** What next_tool says, but where it asks for a place of the user, whom this run does not have, the alternative. */
function followed(run: Run, reply: Reply): string | null {
  const tool = nextTool(reply);
  if (tool !== 'move_session') return tool;
  run.screen.note(
    'That is for the user to decide; the run takes the alternative and leaves the file where it is.',
  );
  return text(reply, 'alternative_tool');
}

/** Does what next_tool says until it says null. */
export async function follow(run: Run, first: Reply): Promise<void> {
  let reply = first;
  let taken = 0;
  for (let calls = 0; calls < MOST_CALLS; calls += 1) {
    const detour = DETOURS.get(run.player.placeOf(nextTool(reply) ?? ''));
    if (detour) {
      reply = await detour(run, reply);
      taken += 1;
    }
    const tool = followed(run, reply);
    if (tool === null)
      return expect(taken === DETOURS.size, `only ${taken} of the planned mistakes were made`);
    if (tool === 'begin_thought') run.screen.heading(run.player.placeOf('').split('/')[0] ?? '');
    reply = await play(run, tool, reply);
  }
  expect(false, `no end after ${MOST_CALLS} calls`);
}

async function play(run: Run, tool: string, before: Reply): Promise<Reply> {
  const args = { session_id: run.sessionId, ...run.player.argumentsFor(tool), ...suggested(before) };
  const reply = await show(run, tool, args);
  expect(!isRefusal(reply), `${tool} was refused: ${JSON.stringify(reply)}`);
  const remark = run.player.observe(tool, reply);
  if (remark !== null) run.screen.note(remark);
  return reply;
}

function suggested(reply: Reply): Arguments {
  const given = reply.next_arguments;
  return typeof given === 'object' && given !== null ? { ...given } : {};
}

async function submitTooEarly(run: Run): Promise<Reply> {
  run.screen.note('On purpose: a critique before any lens was asked for.');
  const reply = await show(run, 'submit_critique', { session_id: run.sessionId, text: 'It is fine.' });
  expect(reply.code === 'need_critique', `unexpected answer: ${JSON.stringify(reply)}`);
  expect(nextTool(reply) === 'critique_current_thought', `leads to ${reply.next_tool}`);
  run.screen.note('The refusal names the way on; the run takes it.');
  return reply;
}

async function scoreInVain(run: Run): Promise<Reply> {
  run.screen.note('On purpose: scores that nobody can read.');
  const args = { session_id: run.sessionId, scores: 'rather good, I think' };
  const reply = await show(run, 'score_current_thought', args);
  expect(reply.error === 'retry_with_clarification', `unexpected answer: ${JSON.stringify(reply)}`);
  expect(nextTool(reply) === 'score_current_thought', `leads to ${reply.next_tool}`);
  text(reply, 'example');
  run.screen.note('It asks again, with an example; the run sends real scores.');
  return reply;
}

/** Ends the server in mid-thought; a new process must hand back where things stand and what was written. */
async function restart(run: Run, before: Reply): Promise<Reply> {
  const owed = nextTool(before);
  const pid = run.connection.pid;
  await run.connection.close();
  expect(pid !== null && !isRunning(pid), `server process ${pid} survived its client`);
  run.connection = await connect(run.bin, run.home);
  run.screen.note(`On purpose: server process ${pid} is gone, ${run.connection.pid} takes over.`);
  const list = await show(run, 'list_sessions', {});
  const listed = JSON.stringify(list.sessions ?? null);
  expect(listed.includes(run.sessionId), `the session is not listed: ${listed}`);
  const reply = await show(run, 'resume_session', { session_id: run.sessionId });
  expect(nextTool(reply) === owed, `resumes with ${reply.next_tool}, not ${owed}`);
  const critique = JSON.stringify(String(run.player.argumentsFor('submit_critique').text));
  expect(JSON.stringify(reply).includes(critique), 'the pending critique was not handed back');
  run.screen.note('The critique written before the restart came back with the reply.');
  return reply;
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
