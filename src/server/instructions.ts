type Has = (tool: string) => boolean;

const SLIM = [
  'This server thinks hard questions through in small steps and keeps each of them on disk.',
  'Call think, then send with answer what each reply asks for, until next_tool is null.',
  'When you are unsure or the chat was cut off, call next_action.',
];

/** What the server does, as far as its tools are there. */
function purpose(has: Has): string {
  const ways = [
    ...(has('start_session') ? ['in stages'] : []),
    ...(has('sequentialthinking') ? ['in notebooks of thoughts (sequentialthinking)'] : []),
    ...(has('tot_start') ? ['as a tree (tot_start)'] : []),
  ];
  const last = ways.at(-1);
  const listed = ways.length > 1 ? `${ways.slice(0, -1).join(', ')} or ${last}` : last;
  const deeds = [
    ...(listed === undefined ? [] : [`works hard questions ${listed}`]),
    ...(has('start_review') ? ['attacks claims (start_review)'] : []),
  ];
  const does = deeds.map((deed) => `${deed}, `).join('');
  return `This server ${does}${deeds.length === 0 ? '' : 'and '}keeps every step on disk.`;
}

/** Whether the tools leave more than one mode to choose from. */
function hasChoice(has: Has): boolean {
  const alone = [
    ['begin_thought', 'run_stage_autopilot'],
    ['begin_subagent_thought', 'run_subagent_autopilot'],
  ].filter((ways) => ways.some(has));
  return alone.length !== 1;
}

/** The loop in at most five sentences: what a model reads before its first call. They name only tools that it has. */
export function instructionsFor(has: Has): string {
  if (has('think')) return SLIM.join(' ');
  const staged = has('start_session') && has('set_session_mode');
  return [
    purpose(has),
    ...(staged
      ? [
          `For stages begin with start_session${hasChoice(has) ? '; let the user choose the mode' : ''}, then set_session_mode.`,
        ]
      : []),
    'Each reply says in "message" what to do and in "next_tool" which tool to call next: do that, with the session_id of the reply.',
    ...(staged
      ? [
          'In a stage you work on one thought, round by round (serial: critique, rewrite and score; subagent: one scored candidate for each specialist), until the reply says that it has converged; commit it and advance.',
        ]
      : []),
    ...(has('next_action') && has('resume_session')
      ? [
          'When you are unsure or the chat was cut off, call next_action; resume_session hands back the text in work, and it ends when next_tool is null.',
        ]
      : []),
  ].join(' ');
}
