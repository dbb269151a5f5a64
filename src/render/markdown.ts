import { openThought, type StagedSession, type Thought } from '../core/staged.ts';
import { excerpt, foldWhitespace } from '../core/text.ts';
import { DIMENSIONS, overall } from '../core/utility.ts';

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
  return [
    headline(3, `Thought ${thought.id} (${stateOf(thought, isOpen)})`),
    quote(thought.content),
    ...listed('Tags', thought.tags),
    ...listed('Taken as given', thought.axioms),
    ...listed('Assumptions challenged', thought.challenged_assumptions),
    ...scoreTable(thought),
    ...(thought.draft_content === null ? [] : [headline(4, 'First draft'), quote(thought.draft_content)]),
    ...rounds(thought),
  ];
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
    headline(4, `Round ${round.round_index}: ${round.lens.replaceAll('_', ' ')}`),
    ...(round.critique_text === '' ? ['*The critique is still missing.*'] : [quote(round.critique_text)]),
    ...(round.refined_content === '' || round.round_index === thought.committed_round
      ? []
      : ['Rewritten as:', quote(round.refined_content)]),
  ]);
}

/** A heading on one line; a `#` at its end is escaped, or it would count as closing the heading. */
function headline(level: number, text: string): string {
  return `${'#'.repeat(level)} ${foldWhitespace(text).replace(/(^|\s)(#+)$/, '$1\\$2')}`;
}

/** A text as a quote, each line unchanged; only empty lines around it are left out. */
function quote(text: string): string {
  const lines = text
    .replace(/^(?:[ \t]*(?:\r\n|\r|\n))+/, '')
    .trimEnd()
    .split(/\r\n|\r|\n/);
  return lines.map((line) => (line === '' ? '>' : `> ${line}`)).join('\n');
}
