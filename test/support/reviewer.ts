import { expect } from 'vitest';
import type { Home } from './in-process-home.ts';
import { type Fields, isFields } from './recordings.ts';
import type { Chance } from './seeded-random.ts';

const MOST_STEPS = 60;

/** Calls on a review that are wrong in every phase. */
const WRONG: readonly (readonly [string, Fields])[] = [
  ['submit', { items: [] }],
  ['submit', { items: 'none' }],
  ['submit', { items: [{}] }],
  ['submit', { items: [{ index: 99, text: 'x' }] }],
  ['abandon_review', { reason: ' ' }],
  ['advance_stage', {}],
];

/** A client that knows nothing but the replies: it fills the announced format and goes where next_tool leads. */
export class Reviewer {
  /** The phases that next_action named. */
  readonly seen = new Set<string>();
  readonly #home: Home;
  readonly #chance: Chance;

  constructor(home: Home, chance: Chance) {
    this.#home = home;
    this.#chance = chance;
  }

  /** Works a review to its end and gives the last reply. */
  async review(args: object): Promise<Fields> {
    let reply = await this.#home.call('start_review', args);
    const { review_id } = reply;
    for (let step = 0; step < MOST_STEPS; step += 1) {
      const { next_tool, next_arguments } = reply;
      if (typeof next_tool !== 'string') return reply;
      const full = await this.#home.call('next_action', { session_id: review_id, detail: 'full' });
      expect([full.next_tool, full.next_arguments]).toEqual([next_tool, next_arguments]);
      this.seen.add(String(full.code).replace('review_', ''));
      await this.#mistake(review_id, next_tool);
      const own = next_tool === 'submit' ? { items: itemsFor(Object(full.instructions), this.#chance) } : {};
      reply = await this.#home.call(next_tool, { ...Object(next_arguments), ...own });
    }
    throw new Error('the review has no end');
  }

  async #mistake(review_id: unknown, next: string): Promise<void> {
    if (this.#chance.next() < 0.5) return;
    const [tool, args] = this.#chance.pickOr(WRONG, ['submit', {}]);
    await this.#home.fails(tool, { review_id, session_id: review_id, ...args });
    if (next === 'submit') await this.#home.fails('get_verdict', { review_id });
  }
}

/** Items that fill the format that a phase announces. */
export function itemsFor({ item_format, targets }: Fields, chance: Chance): readonly object[] {
  if (!isFields(item_format)) throw new Error('no format of an item');
  const places: readonly Fields[] = Array.isArray(targets) ? targets : [];
  const all = Array.from({ length: 1 + chance.below(4) }, () => ({}));
  const bases = places.length === 0 ? all : places.slice(0, all.length).map(({ index }) => ({ index }));
  const chosen = 'horizon' in item_format ? bases.slice(0, 1) : bases;
  return chosen.map((base) => ({ ...filled(item_format, chance), ...base }));
}

/** An item by the words of its format alone. */
function filled(format: Fields, chance: Chance): Fields {
  return Object.fromEntries(
    Object.entries(format).map(([field, words]) => [field, valueFor(String(words), chance)]),
  );
}

function valueFor(words: string, chance: Chance): unknown {
  const [, least] = /^text, at least (\d+) characters/.exec(words) ?? [];
  if (least !== undefined) return `Number ${chance.below(1e9)} `.repeat(Math.ceil(Number(least) / 8));
  const [, options] = /^one of ([\w, ]+):/.exec(words) ?? [];
  if (options !== undefined) return chance.pickOr(options.split(', '), '');
  if (words.startsWith('true or false')) return chance.next() < 0.5;
  return 1 + chance.below(5);
}
