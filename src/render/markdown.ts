import { openThought, type StagedSession, type Thought } from '../core/staged.ts';
import { excerpt, foldWhitespace } from '../core/text.ts';
import { headline, quote, scoreRows } from './blocks.ts';
import { specialistRounds } from './specialists.ts';

/** The longest heading that a question becomes, in code points; the whole question follows it. */
const TITLE = 200;

/**
 * A staged session as one readable Markdown document. Every text that a client wrote stands in a quote, line
 * for line, so that its own headings, tables and fences end with it.
 */
export function sessionMarkdown(session: StagedSession): string {
  const stages = new Set([...session.expected_stages, ...session.thoughts.map((each) => each.stage)]);
  const sections = [...stages].flatMap((stage) => stageSection(session, stage));
  return [...heading(session), ...sections].join('\n\n').concat('\n');
}

function heading(session: StagedSession): string[] {
  const facts = [
    `Session ${session.id}`,
    `mode ${session.protocol ?? 'not chosen'}`,
    session.status,
    `started ${session.created_at}`,
    ...(session.finalized_at === null ? [] : [`finalized ${session.finalized_at}`]),
  ];
  const title = excerpt(session.question, TITLE);
  const whole = title === session.question.trim() ? [] : [quote(session.question)];
  return [headline(1, title), ...whole, `*${facts.join(' · ')}*`];
}

function stageSection(session: StagedSession, stage: string): string[] {
  const thoughts = session.thoughts.filter((each) => each.stage === stage);
  const here = stage === session.current_stage && session.status === 'active' ? ' (current stage)' : '';
  const title = headline(2, `${stage}${here}`);
  if (thoughts.length === 0) return [title, '*No thought yet.*'];
  const open = openThought(session)?.id;
  return [title, ...thoughts.flatMap((each) => thoughtSection(each, each.id === open))];
}

function thoughtSection(thought: Thought, isOpen: boolean): string[] {
  const draft = thought.draft_content ?? '';
  return [
    headline(3, `Thought ${thought.id} (${stateOf(thought, isOpen)})`),
    ...shown(thought.content),
    ...listed('Tags', thought.tags),
    ...listed('Taken as given', thought.axioms),
    ...listed('Assumptions challenged', thought.challenged_assumptions),
    ...scoreTable(thought),
    ...(shown(draft).length === 0 ? [] : [headline(4, 'First draft'), ...shown(draft)]),
    ...rounds(thought),
    ...specialistRounds(thought),
  ];
}

/** A text as a quote; a subagent thought may begin without one. */
function shown(text: string): string[] {
  return text === '' ? [] : [quote(text)];
}

function stateOf(thought: Thought, isOpen: boolean): string {
  if (thought.discarded) return 'discarded';
  if (isOpen) return 'open';
  return thought.committed ? 'committed' : 'left open';
}

function listed(title: string, items: readonly string[]): string[] {
  if (items.length === 0) return [];
  return [`${title}:`, items.map((item) => `- ${foldWhitespace(item)}`).join('\n')];
}

function scoreTable(thought: Thought): string[] {
  const rows = thought.critique_rounds.flatMap((round) => {
    const mark = round.round_index === thought.committed_round ? ' (kept)' : '';
    const vector = round.utility_vector;
    return vector === null ? [] : { name: `${round.round_index}${mark}`, vector };
  });
  return rows.length === 0 ? [] : [scoreRows('round', rows)];
}

function rounds(thought: Thought): string[] {
  return thought.critique_rounds.flatMap((round) => [
    headline(4, `Round ${round.round_index}: ${round.lens.replaceAll('_', ' ')}`),
    ...(round.critique_text === '' ? ['*The critique is still missing.*'] : [quote(round.critique_text)]),
    ...(round.refined_content === '' || round.round_index === thought.committed_round
      ? []
      : ['Rewritten as:', quote(round.refined_content)]),
  ]);
}
