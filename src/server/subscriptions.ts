import type { Answered } from '../kit/answered.ts';
import type { Watch } from '../resources/watching.ts';
import { resourceRefusals } from '../resources/wording.ts';

/** What one client is told of. */
export interface Subscriptions {
  add(uri: string): Promise<Answered<object>>;
  remove(uri: string): void;
  /** Ends all of them, those under way too. */
  close(): void;
}

/** Calls back whenever what is behind a URI has changed; never throws. */
type Watching = (uri: string, onChange: () => void) => Promise<Answered<Watch>>;

/** So many of one client at a time. */
const MOST = 256;

/** No subscription yet; `tell` hears the URI whenever what is behind it has changed. */
export function createSubscriptions(watch: Watching, tell: (uri: string) => void): Subscriptions {
  const open = new Map<string, Promise<Answered<Watch>>>();
  const end = async (begun: Promise<Answered<Watch>>) => {
    const watched = await begun;
    if ('stop' in watched) watched.stop();
  };
  const begin = async (uri: string): Promise<Answered<Watch>> => {
    const begun = watch(uri, () => tell(uri));
    open.set(uri, begun);
    const watched = await begun;
    if ('problem' in watched) open.delete(uri);
    return watched;
  };
  return {
    add: async (uri) => {
      const known = open.get(uri);
      if (known !== undefined) return known;
      if (open.size >= MOST)
        return { problem: 'bad_request', message: resourceRefusals.too_many_watched({ most: MOST }) };
      return begin(uri);
    },
    remove: (uri) => {
      const begun = open.get(uri);
      open.delete(uri);
      if (begun !== undefined) void end(begun);
    },
    close: () => {
      for (const begun of open.values()) void end(begun);
      open.clear();
    },
  };
}
