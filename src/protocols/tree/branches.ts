import { cutText, foldWhitespace } from '../../core/text.ts';

const LISTED = /^[ \t]*(?:[-*+][ \t]*)?(?:branches|next|options|paths)[ \t]*:(.*)$/imu;
const BULLET = /^[ \t]*[-*][ \t]+(\S.*)$/gmu;
const LEADING =
  /^(?:[\d.()[\]\-\s]+|(?:summary|evidence|decision|confidence|risks|branches|next|options|paths)\s*:\s*)+/iu;
const LONGEST = 80;
const SHORTEST = 4;

function tidy(text: string): string {
  return cutText(foldWhitespace(text).replace(LEADING, ''), LONGEST);
}

/**
 * The paths that findings propose: the members of the first line that begins `Branches:`, `Next:`, `Options:` or
 * `Paths:`, else the bullets of 4 to 80 characters. The `References` section proposes nothing.
 */
export function branchesIn(findings: string): readonly string[] {
  const listed = LISTED.exec(findings)?.[1]?.split(/[,;|]/u).map(tidy).filter(Boolean) ?? [];
  if (listed.length > 0) return listed;
  const body = findings.split(/^[ \t]*#+[ \t]*references\b/imu)[0] ?? '';
  return [...body.matchAll(BULLET)]
    .map(([, text = '']) => text.trim())
    .filter((text) => text.length >= SHORTEST && text.length <= LONGEST)
    .map(tidy)
    .filter(Boolean);
}
