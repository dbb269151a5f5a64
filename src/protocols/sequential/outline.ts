import { codePointLength, cutText, excerpt, foldWhitespace, utf8Length } from '../../core/text.ts';
import { type Placed, type Route, routesOf, type Selection, select } from './selection.ts';
import type { Chain, ChainThought } from './state.ts';
import { outlineWords as words } from './wording.ts';

/** How an outline shows the chosen thoughts. */
export interface OutlineOptions {
  readonly selection: Selection;
  /** Whole texts, or one short line for each thought. */
  readonly detail: 'texts' | 'structure';
  /** The most bytes of UTF-8; null for an outline without a limit. */
  readonly bytes: number | null;
}

/** An outline as Markdown, and how many of the chosen thoughts found no room. */
export interface Outline {
  readonly markdown: string;
  readonly shown: number;
  readonly omitted: number;
}

/** The size that a reply gives to an outline, in bytes of UTF-8. */
export const OUTLINE_BYTES = 20_000;

const TITLE = 200;
const NAME = 60;
const LINE = 80;
/** Bytes kept for the title and the sentence about what was left out. */
const FRAME = 2_000;

/**
 * A chain as Markdown: the main line, then each branch, every thought with what it revises and where it forks. With
 * a limit the newest of the chosen thoughts find room first, and the newest is cut when it alone is too long.
 */
export function outline(chain: Chain, options: OutlineOptions): Outline {
  const chosen = select(chain, options.selection);
  const show = options.detail === 'texts' ? shown : lined;
  const budget = options.bytes === null ? Number.POSITIVE_INFINITY : Math.max(0, options.bytes - FRAME);
  const { fitting, texts } = fill(chosen, show, budget);
  const omitted = chosen.length - fitting.length;
  const parts = [
    ...heading(chain),
    ...routesOf(chain, fitting).flatMap((route) => routeSection(route, texts, options.detail)),
    ...(chosen.length === 0 ? [words.none] : []),
    ...(omitted > 0 ? [words.omitted(omitted)] : []),
  ];
  return { markdown: `${parts.join('\n\n')}\n`, shown: fitting.length, omitted };
}

type Texts = ReadonlyMap<number, string>;

/** The newest thoughts that fit, in order, with their texts by place; every route is charged for its heading. */
function fill(chosen: readonly Placed[], show: (each: Placed) => string, budget: number) {
  const texts = new Map<number, string>();
  const routes = new Set<string>();
  let left = budget;
  for (const each of chosen.toReversed()) {
    const text = show(each);
    const route = each.thought.branchId ?? '';
    const cost = utf8Length(text) + 2 + (routes.has(route) ? 0 : HEADING);
    if (cost > left && texts.size > 0) break;
    texts.set(each.place, cost > left ? `${cutBytes(text, left - HEADING)}\n\n${words.cut}` : text);
    routes.add(route);
    left -= cost;
  }
  return { fitting: chosen.slice(chosen.length - texts.size), texts };
}

/** The most bytes of a route's heading: its name, four bytes a code point, and where it forks. */
const HEADING = 4 * NAME + 60;

/** A text cut to so many bytes at most, at least four: in proportion first, then by the dearest code points. */
function cutBytes(text: string, bytes: number): string {
  const room = bytes - 3;
  const cut = cutText(text, Math.floor((codePointLength(text) * room) / utf8Length(text)));
  return utf8Length(cut) <= bytes ? cut : cutText(text, Math.floor(room / 4));
}

function heading(chain: Chain): string[] {
  const { id, tool, thoughts, branches, closed } = chain;
  const facts = { id, tool, count: thoughts.length, branches: branches.length, finished: closed };
  return [`# ${excerpt(chain.question, TITLE)}`, words.heading(facts)];
}

function routeSection(route: Route, texts: Texts, detail: OutlineOptions['detail']): string[] {
  const bodies = route.thoughts.map(({ place }) => texts.get(place) ?? '');
  const title = route.branch === null ? words.main : words.branch(excerpt(route.branch, NAME));
  const fork = route.from === null ? '' : ` (${words.forks(route.from)})`;
  return [`## ${title}${fork}`, ...(detail === 'structure' ? [bodies.join('\n')] : bodies)];
}

function shown({ place, thought }: Placed): string {
  return `### ${place}. ${labelOf(thought)}\n\n${quote(thought.thought)}`;
}

function lined({ place, thought }: Placed): string {
  return `- ${place}. ${labelOf(thought)}: ${excerpt(thought.thought, LINE)}`;
}

function labelOf(thought: ChainThought): string {
  const { thoughtNumber, totalThoughts, isRevision, revisesThought } = thought;
  const revising = isRevision === true || revisesThought !== undefined;
  const revision = revising ? ` (${words.revises(revisesThought)})` : '';
  return words.thought(thoughtNumber, Math.max(totalThoughts, thoughtNumber)) + revision;
}

/** A text as a quote, each line unchanged, so that its own headings and fences end with it. */
function quote(text: string): string {
  if (foldWhitespace(text) === '') return '>';
  return text
    .split(/\r\n|\r|\n/u)
    .map((line) => (line === '' ? '>' : `> ${line}`))
    .join('\n');
}
