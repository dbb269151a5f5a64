import { openThought, type StagedSession, type Thought } from '../core/staged.ts';
import { DIMENSIONS, overall } from '../core/utility.ts';

/** A staged session as one readable Markdown document; texts stand in it unchanged. */
export function sessionMarkdown(session: StagedSession): string {
  const stages = session.expected_stages.flatMap((stage) => stageSection(session, stage));
  return [...heading(session), ...stages].join('\n\n').concat('\n');
}

function heading(session: StagedSession): string[] {
  const facts = [
    `Session ${session.id}`,
    `mode ${session.protocol ?? 'not chosen'}`,
    session.status,
    `started ${session.created_at}`,
    ...(session.finalized_at === null ? [] : [`finalized ${session.finalized_at}`]),
  ];
  return [`# ${session.question.trim()}`, `*${facts.join(' · ')}*`];
}

function stageSection(session: StagedSession, stage: string): string[] {
  const thoughts = session.thoughts.filter((each) => each.stage === stage);
  const here = stage === session.current_stage && session.status === 'active' ? ' (current stage)' : '';
  if (thoughts.length === 0) return [`## ${stage}${here}`, '*No thought yet.*'];
  const open = openThought(session)?.id;
  return [`## ${stage}${here}`, ...thoughts.flatMap((each) => thoughtSection(each, each.id === open))];
}

function thoughtSection(thought: Thought, isOpen: boolean): string[] {
  const state = thought.discarded
    ? 'discarded'
    : isOpen
      ? 'open'
      : thought.committed
        ? 'committed'
        : 'left open';
  const notes = [
    ...(thought.tags.length === 0 ? [] : [`Tags: ${thought.tags.join(', ')}`]),
    ...(thought.axioms.length === 0 ? [] : [`Taken as given: ${thought.axioms.join('; ')}`]),
    ...(thought.challenged_assumptions.length === 0
      ? []
      : [`Assumptions challenged: ${thought.challenged_assumptions.join('; ')}`]),
  ];
  return [
    `### Thought ${thought.id} (${state})`,
    thought.content,
    ...notes.map((note) => `*${note}*`),
    ...scoreTable(thought),
    ...(thought.draft_content === null ? [] : ['#### First draft', quote(thought.draft_content)]),
    ...rounds(thought),
  ];
}

function scoreTable(thought: Thought): string[] {
  const scored = thought.critique_rounds.filter((round) => round.utility_vector !== null);
  if (scored.length === 0) return [];
  const columns = ['round', ...DIMENSIONS.map((name) => name.replace('_', ' ')), 'overall'];
  const rows = scored.map((round) => {
    const vector = round.utility_vector;
    const cells = vector === null ? [] : [...DIMENSIONS.map((name) => vector[name]), overall(vector)];
    const mark = round.round_index === thought.committed_round ? ' (kept)' : '';
    return [`${round.round_index}${mark}`, ...cells.map((cell) => cell.toFixed(2))];
  });
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [[line(columns), line(columns.map(() => '---')), ...rows.map(line)].join('\n')];
}

function rounds(thought: Thought): string[] {
  return thought.critique_rounds.flatMap((round) => [
    `#### Round ${round.round_index}: ${round.lens.replaceAll('_', ' ')}`,
    ...(round.critique_text === '' ? ['*The critique is still missing.*'] : [quote(round.critique_text)]),
    ...(round.refined_content === '' || round.round_index === thought.committed_round
      ? []
      : ['Rewritten as:', quote(round.refined_content)]),
  ]);
}

function quote(text: string): string {
  return text
    .trim()
    .split('\n')
    .map((line) => `> ${line}`)
    .join('\n');
}
