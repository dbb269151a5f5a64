/** How a state looks in a drawing or a badge: still open, done well, chosen, in doubt, given up, or nothing special. */
export type Tone = 'plain' | 'open' | 'good' | 'doubt' | 'muted' | 'bad';

/** A box of a drawing. `id` is ASCII letters, digits and `_`; `parent` is the id of an earlier box, or null. */
export interface GraphNode {
  readonly id: string;
  readonly parent: string | null;
  readonly label: string;
  readonly note: string;
  readonly tone: Tone;
}

/** Boxes under their parents, and links that lie across, such as a revision of an earlier thought. */
export interface Graph {
  readonly nodes: readonly GraphNode[];
  readonly links: readonly { readonly from: string; readonly to: string; readonly label: string }[];
}

/** A row of a table; `strong` marks the one that counts. */
export interface TableRow {
  readonly cells: readonly string[];
  readonly strong?: boolean;
}

/** One line of a plot; each point lies from 0 to 1, null where there is none. */
export interface Series {
  readonly name: string;
  readonly points: readonly (number | null)[];
}

/** Something that happened; `at` is ISO 8601. */
export interface PageEvent {
  readonly at: string;
  readonly text: string;
}

/**
 * One piece of a page. `quote`, `list`, `diff` and cells hold what a client wrote, `note` and `label` our own words;
 * a renderer trusts none of them.
 */
export type Block =
  | {
      readonly kind: 'heading';
      readonly level: 2 | 3 | 4;
      readonly text: string;
      readonly badge?: { readonly text: string; readonly tone: Tone };
    }
  | { readonly kind: 'note'; readonly text: string }
  | { readonly kind: 'label'; readonly text: string }
  | { readonly kind: 'quote'; readonly text: string }
  | { readonly kind: 'list'; readonly title: string; readonly items: readonly string[] }
  | { readonly kind: 'table'; readonly columns: readonly string[]; readonly rows: readonly TableRow[] }
  | { readonly kind: 'diff'; readonly before: string; readonly after: string }
  | {
      readonly kind: 'chart';
      readonly title: string;
      readonly ticks: readonly string[];
      readonly series: readonly Series[];
    }
  | { readonly kind: 'graph'; readonly graph: Graph }
  | { readonly kind: 'timeline'; readonly events: readonly PageEvent[] };

/** The record of one session, ready to be rendered. */
export interface Page {
  /** One line. */
  readonly title: string;
  /** The whole question where the title cannot hold it. */
  readonly question: string | null;
  /** Id, mode, status and times, in a few words each. */
  readonly facts: readonly string[];
  readonly blocks: readonly Block[];
  readonly graph: Graph;
  /** Drawings whose exact text the protocol promises elsewhere. */
  readonly drawn?: { readonly dot: string; readonly mermaid: string };
}

/** A heading of a page, with a badge where one is given. */
export function heading(level: 2 | 3 | 4, text: string, badge?: { text: string; tone: Tone }): Block {
  return { kind: 'heading', level, text, ...(badge === undefined ? {} : { badge }) };
}

/** A quoted text; nothing when it is empty. */
export function shown(text: string): Block[] {
  return text === '' ? [] : [{ kind: 'quote', text }];
}

/** A titled list; nothing when it is empty. */
export function listed(title: string, items: readonly string[]): Block[] {
  return items.length === 0 ? [] : [{ kind: 'list', title, items }];
}
