import { adopt } from '../core/portable.ts';
import { SCHEMA_VERSION } from '../core/session.ts';

type Table = Record<string, unknown>;

/** How a session of each earlier layout becomes one of the next; 0 is that of the original Python server. */
const UPGRADES: ReadonlyMap<number, (document: Table) => Table> = new Map([[0, adopt]]);

/** The layout of a session document; null when it names none that this program could know. */
function layoutOf(document: Table): number | null {
  const version = document.schema_version === undefined ? 0 : document.schema_version;
  return typeof version === 'number' ? version : null;
}

/** The document in the layout of today; one of this or a later layout comes back as it is. */
export function upgrade(document: Table): Table {
  let upgraded = document;
  for (let layout = layoutOf(document) ?? SCHEMA_VERSION; layout < SCHEMA_VERSION; layout += 1)
    upgraded = UPGRADES.get(layout)?.(upgraded) ?? upgraded;
  return upgraded;
}

/** Whether the document has an earlier layout than that of today. */
export function isOutdated(document: Table): boolean {
  return (layoutOf(document) ?? SCHEMA_VERSION) < SCHEMA_VERSION;
}
