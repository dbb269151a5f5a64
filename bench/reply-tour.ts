import { type Step, startSession, wholeThought } from './scripted-session.ts';
import type { Server, ToolReply } from './server.ts';

/** A reply with the tool that gave it. */
export interface NamedReply {
  readonly tool: string;
  readonly reply: ToolReply;
}

type Call = Server['call'];

/** One reply of each serial and session tool, the last where one is called several times. */
export async function scriptedReplies(server: Server): Promise<NamedReply[]> {
  const replies = new Map<string, ToolReply>();
  const call: Call = async (tool, args) => {
    const reply = await server.call(tool, args);
    replies.set(tool, reply);
    return reply;
  };
  await perform({ ...server, call });
  return [...replies].map(([tool, reply]) => ({ tool, reply }));
}

/** Every tool once, in an order that a session may have. */
async function perform(server: Server): Promise<void> {
  const step = await startSession(server, 'Should we cache API responses at the edge or at the origin?');
  await server.call('list_modes', {});
  for (let seed = 0; seed < 3; seed += 1) {
    await wholeThought(step, seed);
    await step('advance_stage');
  }
  await look(step);
  await server.call('list_sessions', {});
  await step('finalize_session');
  await step('keep_here');
  const undecided = await server.call('start_session', { question: 'What should we measure first?' });
  const session_id = undecided.fields.session_id;
  await server.call('set_session_mode', { session_id, mode: 'serial' });
  await server.call('clear_session', { session_id });
}

async function look(step: Step): Promise<void> {
  for (const tool of [
    'next_action',
    'resume_session',
    'summarize_session',
    'compress_history',
    'export_session',
  ])
    await step(tool);
}
