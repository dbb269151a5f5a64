import { nearest } from '../core/nearest.ts';
import type { SessionDocument } from '../core/session.ts';
import type { Tally } from '../core/tally.ts';
import { excerpt } from '../core/text.ts';
import type { Answered, Unanswered } from '../kit/answered.ts';
import type { PageFormat } from '../kit/page/format.ts';
import { sessionRow } from '../session-tools/list.ts';
import type { Ports } from '../store/ports.ts';
import { type Address, addressOf, lensUri, type Part } from './address.ts';
import { MIME } from './list.ts';
import { resourceRefusals } from './wording.ts';

/** What reading resources needs of the world. */
export interface ResourceWorld {
  readonly ports: Pick<Ports, 'store' | 'lenses'>;
  /** Does `work` on a session after the calls on it that have arrived before. */
  readonly inTurn: <T>(id: string, work: () => Promise<T>) => Promise<T>;
  /** The units of work of a session. */
  readonly tally: (document: SessionDocument) => Tally;
  /** The record of a session in one form. Throws `session_newer` for one of later versions. */
  readonly written: (document: SessionDocument, format: PageFormat) => Promise<string>;
}

/** The text behind a URI. */
export interface Contents {
  readonly uri: string;
  readonly mimeType: string;
  readonly text: string;
}

/** How many sessions the list holds at most. */
const NEWEST = 100;
/** How much of a URI or a name a refusal repeats, in code points. */
const ECHOED = 120;

const absent = (message: string): Unanswered => ({ problem: 'not_there', message });

/** Reads what a URI points to. May throw a StoreFault. */
export async function readResource(uri: string, world: ResourceWorld): Promise<Answered<Contents>> {
  const address = addressOf(uri);
  if (address === null) return absent(resourceRefusals.unknown_uri({ uri: excerpt(uri, ECHOED) }));
  const body = await bodyOf(address, world);
  return 'problem' in body ? body : { uri, ...body };
}

type Body = Omit<Contents, 'uri'>;

const json = (value: unknown): Body => ({ mimeType: MIME.json, text: JSON.stringify(value) });

function bodyOf(address: Address, world: ResourceWorld): Promise<Answered<Body>> | Answered<Body> {
  if (address.kind === 'sessions') return sessionList(world);
  if (address.kind === 'lenses') return lensList(world);
  if (address.kind === 'lens') return lensText(address.name, world);
  const { id, part } = address;
  return world.inTurn(id, () => sessionBody(id, part, world));
}

async function sessionList({ ports, tally }: ResourceWorld): Promise<Body> {
  const query = { limit: NEWEST, cursor: null, status: null, protocol: null, project: null };
  const { sessions, count } = await ports.store.list(query);
  return json({ sessions: sessions.map((each) => sessionRow(each, tally)), count });
}

async function sessionBody(id: string, part: Part, world: ResourceWorld): Promise<Answered<Body>> {
  const { store } = world.ports;
  const stored = await store.read(id);
  if (stored === null)
    return absent(resourceRefusals.unknown_session({ id, near: nearest(await store.ids(), id) }));
  const { session } = stored;
  if (part === 'record') return json(session);
  const format = part === 'report' ? 'markdown' : 'mermaid';
  return { mimeType: MIME[format], text: await world.written(session, format) };
}

async function lensList({ ports }: ResourceWorld): Promise<Body> {
  const { lenses, notes } = await ports.lenses();
  const rows = [...lenses.keys()].sort().map((name) => {
    return { name, own: lenses.get(name)?.own === true, uri: lensUri(name) };
  });
  return json({ lenses: rows, notes });
}

async function lensText(name: string, { ports }: ResourceWorld): Promise<Answered<Body>> {
  const { lenses } = await ports.lenses();
  const lens = lenses.get(name);
  if (lens !== undefined) return { mimeType: MIME.markdown, text: lens.text };
  const asked = excerpt(name, ECHOED);
  return absent(resourceRefusals.unknown_lens({ name: asked, near: nearest([...lenses.keys()], asked) }));
}
