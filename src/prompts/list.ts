/** An argument of a prompt as clients ask for it. */
export interface PromptArgument {
  readonly name: string;
  readonly description: string;
  readonly required: boolean;
}

/** An argument and a tool without which there is nothing to choose; then it is not offered. */
interface DeclaredArgument extends PromptArgument {
  readonly tool?: string;
}

/** A prompt as `prompts/list` shows it. */
interface PromptDescription {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly arguments: readonly PromptArgument[];
}

/** A prompt and the tools without which it is not offered. */
export interface Prompt extends PromptDescription {
  readonly name: PromptName;
  readonly tools: readonly string[];
}

interface DeclaredPrompt extends Prompt {
  readonly arguments: readonly DeclaredArgument[];
}

export type PromptName =
  | 'think'
  | 'perspectives'
  | 'review'
  | 'premortem'
  | 'investigate'
  | 'notebook'
  | 'continue';

const wanted = (name: string, description: string): PromptArgument => ({ name, description, required: true });
const free = (name: string, description: string): PromptArgument => ({ name, description, required: false });

const QUESTION = wanted('question', 'What is to be thought about');
const REVIEW_TOOLS = ['start_review', 'submit', 'get_verdict'];

/** All prompts, in the order in which they are listed. */
const PROMPTS: readonly DeclaredPrompt[] = [
  {
    name: 'think',
    title: 'Think it through',
    description:
      'Work a hard question in stages: draft, criticise, rewrite and score until it stops improving.',
    arguments: [
      QUESTION,
      { ...free('mode', 'serial (default) or subagent'), tool: 'begin_subagent_thought' },
      free('stages', 'Your own stage names, with commas between them'),
    ],
    tools: ['start_session', 'begin_thought', 'next_action'],
  },
  {
    name: 'perspectives',
    title: 'Rival specialists',
    description: 'Let rival specialists answer the same question in rounds, and keep the strongest answer.',
    arguments: [QUESTION, free('specialists', 'Their names, with commas between them')],
    tools: ['start_session', 'begin_subagent_thought', 'next_action'],
  },
  {
    name: 'review',
    title: 'Review this',
    description: 'Attack a claim, a plan or a text before anybody relies on it, and get a verdict.',
    arguments: [
      wanted('text', 'What is to be reviewed'),
      free('mode', 'devils_advocate (default), premortem, assumptions or steelman'),
    ],
    tools: REVIEW_TOOLS,
  },
  {
    name: 'premortem',
    title: 'Premortem',
    description: 'Suppose that a plan has failed, find out why, and what to do about it now.',
    arguments: [wanted('plan', 'The plan'), free('horizon', 'By when it has failed, e.g. six months')],
    tools: REVIEW_TOOLS,
  },
  {
    name: 'investigate',
    title: 'Investigate',
    description: 'Follow many paths of a question as a tree until each one is confirmed or dead.',
    arguments: [QUESTION, free('mode', 'smoke (quick), deep (default) or exhaustive')],
    tools: ['tot_start', 'tot_step', 'tot_end'],
  },
  {
    name: 'notebook',
    title: 'Notebook of thoughts',
    description: 'Think step by step in a numbered notebook, with revisions and branches.',
    arguments: [QUESTION],
    tools: ['sequentialthinking'],
  },
  {
    name: 'continue',
    title: 'Go on with a session',
    description: 'Pick up a stored session where it stands: the newest open one, or one by its id.',
    arguments: [free('session_id', 'The id of the session; the newest open one if left out')],
    tools: ['resume_session', 'next_action'],
  },
];

/** The prompts whose tools are all registered, with those of their arguments that have something to choose. */
export function offeredPrompts(has: (tool: string) => boolean): readonly Prompt[] {
  return PROMPTS.filter(({ tools }) => tools.every(has)).map((prompt) => {
    const offered = prompt.arguments.filter(({ tool }) => tool === undefined || has(tool));
    return { ...prompt, arguments: offered.map(({ tool: _, ...argument }) => argument) };
  });
}

/** What a client sees of a prompt. */
export function describePrompt({ tools: _, ...description }: Prompt): PromptDescription {
  return description;
}
