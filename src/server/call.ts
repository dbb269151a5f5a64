import * as z from 'zod';
import { type Config, withStoredOverrides } from '../core/config.ts';
import type { Linked } from '../core/links.ts';
import type { Passage } from '../core/search/passage.ts';
import type { SessionDocument } from '../core/session.ts';
import { type Tally, tallyThoughts } from '../core/tally.ts';
import type { Busy } from '../kit/job.ts';
import { type ResolverContext, remedies, view } from '../kit/next.ts';
import type { PageFormat, RenderPage } from '../kit/page/format.ts';
import { reviewBlocks } from '../kit/page/reviews.ts';
import { stagedPage } from '../kit/page/staged.ts';
import type { Protocol } from '../kit/protocol.ts';
import type { Registry } from '../kit/registry.ts';
import type { World } from '../kit/tool.ts';
import { type LensLibrary, type Ports, StoreFault } from '../store/ports.ts';
import { linkedWith, resultOf, sourceOf } from './links.ts';
import type { Line } from './result.ts';

/** The arguments of a call as the client sent them. */
export type RawArguments = Readonly<Record<string, unknown>>;

/** One call on its way down. */
export interface Call {
  readonly registry: Registry;
  readonly ports: Ports;
  /** Loads what writes records as texts. */
  readonly renderer: () => Promise<RenderPage>;
  readonly raw: RawArguments;
  readonly now: string;
  /** The line to the client; absent where nobody waits. */
  readonly line?: Line;
  /** The job of this process on the session; `unseen` for the steps of that very job. */
  readonly job: Busy | 'unseen' | null;
}

/** The longest id that a reply repeats; ids of sessions are no longer. */
const ID_LENGTH = 64;

/** The session id as the client sent it, cut for a reply; null when it sent no text. */
export function sentId(raw: RawArguments): string | null {
  return typeof raw.session_id === 'string' ? raw.session_id.slice(0, ID_LENGTH) : null;
}

/** What one call sees of a session: its protocol and its own configuration. */
export interface OpenCall extends ResolverContext {
  readonly protocol: Protocol | null;
  /** Which other process works on the session, or null. */
  readonly holder: string | null;
  /** Overrides of the session that cannot be used. */
  readonly dropped: readonly string[];
}

/** Opens a session with its overrides. Throws `session_newer` for a mode of later versions. */
export function openCall(
  document: SessionDocument,
  { registry, ports, job }: Pick<Call, 'registry' | 'ports' | 'job'>,
  { base, lenses }: { readonly base: Config; readonly lenses: LensLibrary },
): OpenCall {
  const { config, dropped } = withStoredOverrides(base, document.overrides);
  const has = (tool: string) => registry.tools.has(tool);
  const holder = job === null ? ports.leases.elsewhere(document.id) : null;
  const busy = holder === null ? job : { tool: null };
  const protocol = protocolOf(document, registry);
  const { modes } = registry;
  return { protocol, config, dropped, lenses, has, modes, holder, busy: busy === 'unseen' ? null : busy };
}

/** The protocol of a session, null while none is chosen. */
export function protocolOf(document: SessionDocument, registry: Registry): Protocol | null {
  if (document.protocol === null) return null;
  const protocol = registry.protocols.get(document.protocol);
  if (protocol === undefined)
    throw new StoreFault('session_newer', `session ${document.id} runs "${document.protocol}"`);
  return protocol;
}

/** The units of work of a session, as its protocol counts them. */
export function tallyOf(document: SessionDocument, registry: Registry): Tally {
  return (registry.protocols.get(document.protocol ?? '')?.tally ?? tallyThoughts)(document);
}

/** The record of a session in one form: as its protocol presents it, after the reviews of it. */
export async function written(
  document: SessionDocument,
  format: PageFormat,
  world: Pick<Call, 'registry' | 'ports' | 'renderer'>,
): Promise<string> {
  // While no mode is chosen it is a session with stages.
  const page = (protocolOf(document, world.registry)?.page ?? stagedPage)(document);
  const { reviews } = await linkedWith(document, world);
  const renderPage = await world.renderer();
  return renderPage({ ...page, blocks: [...reviewBlocks(reviews), ...page.blocks] }, format);
}

function partOf(document: SessionDocument, name: string, registry: Registry): ReturnType<World['part']> {
  const protocol = protocolOf(document, registry);
  if (protocol?.part === undefined) return 'whole';
  const text = protocol.part(document, name);
  return text === null ? null : { text };
}

/** A session that is damaged or of a later version is found by its question alone. */
function passagesOf(document: SessionDocument, { protocols }: Registry): readonly Passage[] {
  try {
    return protocols.get(document.protocol ?? '')?.searchable(document) ?? [];
  } catch (error) {
    if (error instanceof z.ZodError) return [];
    throw error;
  }
}

/** The world as tools without a session see it. */
export function worldOf(call: Call): World {
  const { registry, ports, now } = call;
  const known = new Map<SessionDocument, Promise<Linked>>();
  // A call that shows the reviews also asks, once or twice, what comes next.
  const linked = (document: SessionDocument) => {
    const found = known.get(document) ?? linkedWith(document, call);
    known.set(document, found);
    return found;
  };
  return {
    ports,
    now,
    waiting: call.line ?? null,
    modes: registry.modes,
    runs: (protocol) => protocol === null || registry.protocols.has(protocol),
    remedies,
    tally: (document) => tallyOf(document, registry),
    readImport: (table) => {
      const protocol = registry.protocols.get(String(table.protocol));
      return protocol?.readImport?.(table, now) ?? null;
    },
    written: (document, format) => written(document, format, call),
    part: (document, name) => partOf(document, name, registry),
    passages: (document) => passagesOf(document, registry),
    source: (id) => sourceOf(id, call),
    linked,
    result: (document) => resultOf(document, registry),
    view: async (document) => {
      const [base, lenses] = await Promise.all([ports.config(), ports.lenses()]);
      const open = openCall(document, call, { base, lenses });
      const { reviews } = await linked(document);
      return view(document, open.protocol, { ...open, reviews });
    },
  };
}
