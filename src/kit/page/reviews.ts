import type { ReviewLink } from '../../core/links.ts';
import { type Block, heading, listed } from './page.ts';
import { pageWords as words } from './wording.ts';

/** The reviews of a record with their verdicts; nothing without any. */
export function reviewBlocks(reviews: readonly ReviewLink[]): Block[] {
  if (reviews.length === 0) return [];
  return [heading(2, words.reviews), ...listed('', reviews.map(words.review))];
}
