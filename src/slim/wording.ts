/** The words of the three tools. */
export const about = {
  think: {
    title: 'Think',
    description:
      'Start hard thinking on a question or claim. The reply says what to write; send it with answer.',
    session_id: 'An earlier session to build on.',
  },
  answer: {
    title: 'Answer',
    description:
      'Hand in what the last reply asked for; the reply brings the next task. Go on until next_tool is null.',
  },
  next_action: {
    title: 'What to do next',
    description: 'Show the open task again, or without an id the open sessions.',
  },
} as const;

const SCORED =
  'As scores give 0 to 1 for correctness, evidence, novelty, clarity, bias_resistance, actionability, coverage.';

/** What the content of an answer must be. */
export const want = {
  mode: () => 'As content write serial or subagent.',
  draft: (f: { stage: string }) => `As content write your best draft of a thought for stage "${f.stage}".`,
  reply: (f: { stage: string; review: string }) =>
    `Review ${f.review} refuted the claim. As content write a thought for stage "${f.stage}" that answers refutation: rebut its points or correct the claim.`,
  critique: () => 'As content write the critique of draft_content that lens_template asks for.',
  rewrite: () => `As content write the whole draft_content anew so that it answers critique_text. ${SCORED}`,
  scores: () => `Score refined_content. ${SCORED}`,
  candidate: (f: { specialist: string }) =>
    `As content write the candidate of specialist "${f.specialist}" that specialist_prompt asks for. ${SCORED}`,
  thought: (f: { number: number }) =>
    `As content write thought ${f.number}; begin the last one with "FINAL:" and the conclusion.`,
  items: (f: { phase: string }) =>
    `As content write a JSON array of items for phase "${f.phase}", in item_format and by the rules.`,
  results: () =>
    'Research one or more of the tasks. As content write a JSON array of {"nodeId", "state", "findings"}: state as stateHint says, findings with a "## References" list at their end.',
};

/** What is said between the steps, and at the end. */
export const say = {
  send: (f: { want: string }) => `${f.want} Send it with answer.`,
  refused: (f: { problem: string }) => `Not taken: ${f.problem}`,
  unneeded: (f: { rest: string }) => `Your content was not taken: nothing waited for it. ${f.rest}`,
  blank: () => 'Not taken: content is blank.',
  waiting: () => 'The server is at work on it. Call next_action with the session_id in a while.',
  paused: () => 'A round of the models is done. Call next_action with the session_id to go on.',
  stuck: (f: { problem: string }) => `The server could not go on: ${f.problem}`,
  look: () => 'Call next_action with the session_id to try again.',
  over: (f: { place: string }) =>
    `Done; nothing is left to do. The record lies at ${f.place}. Give the user the conclusion and this place.`,
  overFor: (f: { assessment: string; parent: string }) =>
    `The review is done: ${f.assessment}. Call next_action with session_id "${f.parent}" to go on there.`,
  nobody: () => 'This session needs a tool that is not offered here. Tell the user.',
  sessions: () => 'Call next_action without session_id to see the open sessions.',
  open: (f: { count: number }) =>
    f.count === 0
      ? 'No session is open. Call think.'
      : 'Call next_action with one session_id to go on, or think.',
  unknown: () => 'No such session.',
  unkept: () => 'This server keeps no notebooks, so nothing was begun. Take another mode.',
};
