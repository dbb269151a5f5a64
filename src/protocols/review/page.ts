import { excerpt } from '../../core/text.ts';
import { closing } from '../../kit/page/closing.ts';
import { opening } from '../../kit/page/facts.ts';
import { type Block, type GraphNode, heading, type Page, shown, type Tone } from '../../kit/page/page.ts';
import { phaseWords } from './instruction-wording.ts';
import type { Assessment } from './mode.ts';
import { modes } from './modes.ts';
import { reviewPhase } from './phases.ts';
import type { Item, Items, PhaseName, ReviewSession } from './state.ts';
import { verdictOf } from './verdict.ts';
import { pageWords as words } from './wording.ts';

const TONES: Readonly<Record<Assessment, Tone>> = {
  'claim refuted': 'bad',
  'claim needs revision': 'doubt',
  'claim survives scrutiny': 'good',
};

/** The whole review: the verdict, then each phase with its items in the order of their arrival. */
export function reviewPage(session: ReviewSession): Page {
  const { mode, phases, context, abandon_reason, completed_at } = session;
  const { title, question, facts } = opening(session);
  const names = modes[mode].phases.map(({ name }) => name);
  const ends = completed_at === null ? [] : [{ at: completed_at, text: words.complete }];
  return {
    title,
    question,
    facts: [...facts, words.standing({ mode, phase: reviewPhase(session) })],
    blocks: [
      ...(abandon_reason === null ? [] : [note(words.abandoned), ...shown(abandon_reason)]),
      ...(context === '' ? [] : [heading(2, words.context), ...shown(context)]),
      ...verdictSection(session),
      ...names.flatMap((name) => phaseSection(name, phases)),
      ...closing(session, { warnings: [], references: [], events: ends }),
    ],
    graph: { nodes: boxes(session, names), links: [] },
  };
}

const note = (text: string): Block => ({ kind: 'note', text });

function verdictSection(session: ReviewSession): Block[] {
  const verdict = verdictOf(session);
  if (verdict === null) return [];
  const { assessment, reason } = verdict;
  return [heading(2, words.verdict, { text: assessment, tone: TONES[assessment] }), note(reason)];
}

function phaseSection(name: PhaseName, phases: Items): Block[] {
  const items = phases[name] ?? [];
  if (items.length === 0) return [];
  return [heading(2, name), ...items.flatMap((item, at) => itemSection(name, item, at))];
}

/** One item: its grades and words in a note, its text as a quote. */
function itemSection(name: PhaseName, item: Item, at: number): Block[] {
  const facts = Object.entries(item).filter(([field]) => field !== textField(item) && field !== 'index');
  const said = facts.map(([field, value]) => words.fact(field, String(value)));
  return [
    heading(3, words.item({ noun: phaseWords[name].noun, index: Number(item.index ?? at) })),
    ...(said.length === 0 ? [] : [note(said.join(' · '))]),
    ...shown(textOf(item)),
  ];
}

const TEXT_FIELDS = ['text', 'justification', 'action', 'test', 'horizon'];
const textField = (item: Item) => TEXT_FIELDS.find((field) => Object.hasOwn(item, field)) ?? 'text';
const textOf = (item: Item) => String(item[textField(item)] ?? '');

const LABEL = 200;

/** The claim, under it what was said about it, under that the answers. */
function boxes(session: ReviewSession, names: readonly PhaseName[]): GraphNode[] {
  const root: GraphNode = {
    id: 'claim',
    parent: null,
    label: excerpt(session.question, LABEL),
    note: '',
    tone: 'plain',
  };
  let asked: PhaseName | null = null;
  const below = names.flatMap((name) => {
    const above = asked;
    asked = name;
    return (session.phases[name] ?? []).map((item, at): GraphNode => {
      const isAnswer = Object.hasOwn(item, 'index');
      const label = excerpt(textOf(item), LABEL);
      const parent = isAnswer ? `${above}_${item.index}` : root.id;
      return {
        id: `${name}_${at}`,
        parent,
        label,
        note: phaseWords[name].noun,
        tone: isAnswer ? 'open' : 'plain',
      };
    });
  });
  return [root, ...below];
}
