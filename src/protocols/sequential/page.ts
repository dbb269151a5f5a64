import { referencesAmong } from '../../core/references.ts';
import { excerpt } from '../../core/text.ts';
import { closing } from '../../kit/page/closing.ts';
import { opening } from '../../kit/page/facts.ts';
import { type Block, type Graph, type GraphNode, heading, type Page, shown } from '../../kit/page/page.ts';
import { type Placed, type Route, routesOf, select } from './selection.ts';
import { type Chain, type ChainThought, trackedBranch } from './state.ts';
import { outlineWords, sayWarning, pageWords as words } from './wording.ts';

/** How much of a branch's name and of a thought a heading and a drawing show, in code points. */
const NAME = 60;
const LABEL = 80;

/** A chain: the main line, then each branch, every thought with what it revises and what that changed. */
export function chainPage(chain: Chain): Page {
  const placed = select(chain, { kind: 'all' });
  const { tool, thoughts, branches, closed, noted } = chain;
  const { title, question, facts } = opening(chain);
  const standing = words.facts({ tool, count: thoughts.length, branches: branches.length, finished: closed });
  const texts = placed.map(({ place, thought }) => ({ id: String(place), text: thought.thought }));
  return {
    title,
    question,
    facts: [...facts, ...standing],
    blocks: [
      ...routesOf(chain, placed).flatMap((route) => routeSection(route, placed)),
      ...closing(chain, {
        warnings: noted.map((sign) => sayWarning[sign]),
        references: referencesAmong(texts),
        events: placed.map(({ place, thought }) => ({
          at: thought.timestamp,
          text: words.arrived(place, labelOf(thought)),
        })),
      }),
    ],
    graph: chainGraph(placed),
  };
}

function routeSection(route: Route, placed: readonly Placed[]): Block[] {
  const name = route.branch === null ? outlineWords.main : outlineWords.branch(excerpt(route.branch, NAME));
  const fork =
    route.from === null ? undefined : { text: outlineWords.forks(route.from), tone: 'plain' as const };
  return [heading(2, name, fork), ...route.thoughts.flatMap((each) => thoughtSection(each, placed))];
}

function thoughtSection({ place, thought }: Placed, placed: readonly Placed[]): Block[] {
  const { isRevision, revisesThought, thoughtNumber, totalThoughts } = thought;
  const isRevising = isRevision === true || revisesThought !== undefined;
  const badge = isRevising
    ? { text: outlineWords.revises(revisesThought), tone: 'doubt' as const }
    : undefined;
  const title = outlineWords.thought(thoughtNumber, Math.max(totalThoughts, thoughtNumber));
  const revised = revisedBy(thought, place, placed);
  const body: Block[] =
    revised === null
      ? shown(thought.thought)
      : [{ kind: 'diff', before: revised.thought.thought, after: thought.thought }];
  return [heading(3, words.arrived(place, title), badge), ...body];
}

/** The newest earlier thought with a number, on the same branch where it has one. */
function earlier(number: number | undefined, place: number, placed: readonly Placed[], branch?: string) {
  if (number === undefined) return null;
  const before = placed.slice(0, place - 1).filter(({ thought }) => thought.thoughtNumber === number);
  return before.findLast(({ thought }) => thought.branchId === branch) ?? before.at(-1) ?? null;
}

function revisedBy(thought: ChainThought, place: number, placed: readonly Placed[]): Placed | null {
  return earlier(thought.revisesThought, place, placed, thought.branchId);
}

function labelOf(thought: ChainThought): string {
  return outlineWords.thought(thought.thoughtNumber, Math.max(thought.totalThoughts, thought.thoughtNumber));
}

const boxId = (place: number) => `t${place}`;

/** Each thought under the one before it on its route; a branch begins under the thought it forks off. */
function chainGraph(placed: readonly Placed[]): Graph {
  const ends = new Map<string | null, Placed>();
  const nodes = placed.map((each): GraphNode => {
    const { place, thought } = each;
    const route = trackedBranch(thought);
    const fork = earlier(thought.branchFromThought, place, placed);
    const above = ends.get(route) ?? (route === null ? undefined : (fork ?? undefined));
    ends.set(route, each);
    const isRevising = thought.isRevision === true || thought.revisesThought !== undefined;
    return {
      id: boxId(place),
      parent: above === undefined ? null : boxId(above.place),
      label: words.arrived(place, excerpt(thought.thought, LABEL)),
      note: route === null ? '' : excerpt(route, NAME),
      tone: isRevising ? 'doubt' : thought.nextThoughtNeeded ? 'plain' : 'good',
    };
  });
  const links = placed.flatMap(({ place, thought }) => {
    const revised = revisedBy(thought, place, placed);
    return revised === null ? [] : [{ from: boxId(place), to: boxId(revised.place), label: words.revises }];
  });
  return { nodes, links };
}
