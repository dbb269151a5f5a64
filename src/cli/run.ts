type Reply = Readonly<Record<string, unknown>>;

/** A question to be worked through all its stages. */
export interface RunOrder {
  readonly question: string;
  readonly mode: string;
  /** Stage names, or undefined for those of the configuration. */
  readonly stages: string | undefined;
}

/** What a run needs: a way to call tools, and somewhere to tell how it goes. */
export interface RunParts {
  readonly call: (tool: string, input: Reply) => Promise<Reply>;
  readonly tell: (line: string) => void;
}

/** The id of the finished session, or the reply that stopped the run; what was done until then is stored. */
export type RunOutcome = { readonly finished: string } | { readonly stopped: Reply };

const PILOTS: Readonly<Record<string, string>> = {
  begin_thought: 'run_stage_autopilot',
  begin_subagent_thought: 'run_subagent_autopilot',
};

/** Drives a new session from its question to its end, by nothing but the tool that each reply names. */
export async function runQuestion(order: RunOrder, { call, tell }: RunParts): Promise<RunOutcome> {
  const { stages, ...given } = order;
  let reply = await call('start_session', { ...given, ...(stages === undefined ? {} : { stages }) });
  const { session_id } = reply;
  if (typeof session_id !== 'string' || reply.error !== undefined) return { stopped: reply };
  tell(`session ${session_id}`);
  for (;;) {
    const next = String(reply.next_tool);
    const tool = PILOTS[next] ?? next;
    if (tool === 'finalize_session') break;
    reply = await call(tool, { session_id });
    if (reply.running === true) continue;
    tell(String(reply.message));
    if (reply.error !== undefined) return { stopped: reply };
  }
  await call('finalize_session', { session_id });
  await call('keep_here', { session_id });
  return { finished: session_id };
}
