import { nearest } from '../core/nearest.ts';
import { excerpt } from '../core/text.ts';
import type { Answered } from '../kit/answered.ts';
import type { SessionStore } from '../store/ports.ts';
import { addressOf } from './address.ts';
import { resourceRefusals } from './wording.ts';

/** A resource under watch. */
export interface Watch {
  readonly stop: () => void;
}

/** How much of a URI a refusal repeats, in code points. */
const ECHOED = 120;

/** Calls back whenever the session behind a URI has changed. May throw a StoreFault. */
export async function watchResource(
  uri: string,
  onChange: () => void,
  store: Pick<SessionStore, 'read' | 'ids' | 'watch'>,
): Promise<Answered<Watch>> {
  const address = addressOf(uri);
  const sent = excerpt(uri, ECHOED);
  if (address === null) return { problem: 'not_there', message: resourceRefusals.unknown_uri({ uri: sent }) };
  if (address.kind !== 'session')
    return { problem: 'bad_request', message: resourceRefusals.not_watched({ uri: sent }) };
  const { id } = address;
  if ((await store.read(id)) !== null) return { stop: store.watch(id, onChange) };
  const near = nearest(await store.ids(), id);
  return { problem: 'not_there', message: resourceRefusals.unknown_session({ id, near }) };
}
