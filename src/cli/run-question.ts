import { forPerson } from './person-words.ts';

type Reply = Readonly<Record<string, unknown>>;

/** A question to be worked through all its stages, or a session that is to be continued. */
export interface RunOrder {
  /** Blank where only a session is named. */
  readonly question: string;
  /** The id of a session that is still open, or undefined for a new one. */
  readonly session: string | undefined;
  /** The mode, serial when undefined; a session that has one keeps it. */
  readonly mode: string | undefined;
  /** Stage names, or undefined for those of the configuration. */
  readonly stages: string | undefined;
}

/** What a run needs: a way to call tools, and somewhere to tell how it goes. */
export interface RunParts {
  readonly call: (tool: string, input: Reply) => Promise<Reply>;
  readonly tell: (line: string) => void;
  /** Told the id of the session as soon as there is one to go on with. */
  readonly onOpen: (id: string) => void;
}

/** The id of the finished session, or that the run stopped; what was done until then is stored. */
export type RunOutcome = { readonly finished: string } | { readonly stopped: Reply };

const MODE = 'serial';
const PILOTS: Readonly<Record<string, string>> = {
  serial: 'run_stage_autopilot',
  subagent: 'run_subagent_autopilot',
};

/** The modes that a run can work. */
export const RUN_MODES = Object.keys(PILOTS);

/** How a run that was left goes on. */
export const sayGoOn = (id: string) => `To go on, with the same flags: deep-think-mcp run --session ${id}`;

/** Drives a session from where it stands to its end, by nothing but the tool that each reply names. */
export async function runQuestion(order: RunOrder, parts: RunParts): Promise<RunOutcome> {
  const { call, tell, onOpen } = parts;
  let reply = await opened(order, parts);
  const { session_id } = reply;
  const pilot = PILOTS[String(reply.mode)];
  if (typeof session_id !== 'string' || reply.error !== undefined || pilot === undefined)
    return { stopped: reply };
  onOpen(session_id);
  tell(`session ${session_id}`);
  for (;;) {
    const next = String(reply.next_tool);
    if (next === 'finalize_session') break;
    reply = await call(next === 'advance_stage' ? next : pilot, { session_id });
    if (reply.running === true) continue;
    tell(forPerson(reply.message));
    if (reply.error !== undefined) return { stopped: reply };
  }
  for (const tool of ['finalize_session', 'keep_here']) {
    reply = await call(tool, { session_id });
    if (reply.error === undefined) continue;
    tell(forPerson(reply.message));
    return { stopped: reply };
  }
  tell(`Session ${session_id} is finalized.`);
  return { finished: session_id };
}

/** The reply with which a run begins; one that it cannot go on from has been told, and carries an error or no mode. */
async function opened(order: RunOrder, { call, tell }: RunParts): Promise<Reply> {
  const { question, session, stages, mode = MODE } = order;
  const first = async (tool: string, input: Reply) => {
    const reply = await call(tool, input);
    if (reply.error !== undefined) tell(forPerson(reply.message));
    return reply;
  };
  if (session === undefined)
    return first('start_session', stages === undefined ? { question, mode } : { question, mode, stages });
  const found = await call('resume_session', { session_id: session });
  const objection = objectionTo(found, order);
  if (objection !== null) tell(objection);
  if (objection !== null) return { ...found, mode: null };
  return found.mode === null ? first('set_session_mode', { session_id: session, mode }) : found;
}

/** Why a session cannot be continued as it was asked for, or null. */
function objectionTo(found: Reply, { question, session, mode }: RunOrder): string | null {
  if (found.error !== undefined) return forPerson(found.message);
  if (found.status !== 'active') return `Session ${session} is ${found.status}; only an open one can go on.`;
  const at = String(found.mode);
  if (found.mode !== null && PILOTS[at] === undefined)
    return `Session ${session} belongs to "${at}"; run works only the modes ${RUN_MODES.join(' and ')}.`;
  if (found.mode !== null && mode !== undefined && mode !== at)
    return `Session ${session} runs in mode "${at}", not in "${mode}".`;
  if (question.trim() !== '' && question.trim() !== String(found.question).trim())
    return `Session ${session} works on another question: ${found.question}`;
  return null;
}
