import type { Config } from '../core/config.ts';
import type { DocumentReader } from '../core/document.ts';
import type { Linked } from '../core/links.ts';
import type { PortableRead, Table } from '../core/portable-record.ts';
import type { Passage } from '../core/search/passage.ts';
import type { SessionDocument, SessionStatus } from '../core/session.ts';
import { stagedSession } from '../core/staged.ts';
import type { Tally } from '../core/tally.ts';
import type { LensLibrary, Ports } from '../store/ports.ts';
import type { Fields, Input, ObjectSchema } from './field.ts';
import type { JobKind, JobOrder, JobProgress, JobResult, Jobs } from './job.ts';
import type { ModeSummary } from './mode.ts';
import type { Outcome, Refusal } from './outcome.ts';
import type { PageFormat } from './page/format.ts';
import type { Source } from './source.ts';
import type { Step, View } from './step.ts';

/** Reads nothing but state, writes, or takes something away: the four hints of MCP derive from it. */
export type Effect = 'reads' | 'writes' | 'destroys';

/** When a tool may be called. */
export interface Gate {
  /** The protocol it belongs to; `any` wants a chosen one; null asks nothing. */
  readonly protocol: string | null;
  /** The phases in which the protocol admits it; absent = all. */
  readonly phases?: readonly string[];
  /** A flag argument that lifts the phase rule. */
  readonly waivedBy?: string;
  /** Statuses that are accepted beside `active`; reading tools accept all. */
  readonly closed?: readonly SessionStatus[];
}

/** What a call knows besides the session and its arguments: all of it plain values. */
export interface CallContext {
  readonly now: string;
  readonly config: Config;
  readonly lenses: LensLibrary;
  /** Overrides of the session that cannot be used and are left out. */
  readonly dropped: readonly string[];
  /** Absolute path of the session's file. */
  readonly path: string;
  readonly modes: readonly ModeSummary[];
  /** The record that the call names in `from`; null when it names none that is there. */
  readonly source: Source | null;
  /** What the session is read together with; the thoughts of its origin only for tools that ask for them. */
  readonly linked: Linked;
  /** Whether a tool is registered. */
  readonly has: (tool: string) => boolean;
  /** Next step and its material for a session as it would be after the call. */
  readonly view: (document: SessionDocument) => View;
}

interface Advertised {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly gate: Gate;
  readonly effect: Effect;
  /** Whether the call wants the thoughts of the session that this one began from. */
  readonly readsOrigin?: boolean;
  /** Whether a call may reach a model server beyond this machine. */
  readonly openWorld?: boolean;
  readonly fields: Fields;
  /** Arguments that work in the first phase that admits the tool; feeds docs and walks. */
  readonly example: Readonly<Record<string, unknown>>;
}

/** The answer of a tool after its types are closed over. */
export type Answer =
  | {
      readonly kind: 'done';
      readonly session: SessionDocument;
      readonly output: Readonly<Record<string, unknown>>;
      readonly message: string;
    }
  | Refusal;

/** A tool that decides purely on one stored session. */
export interface SessionTool extends Advertised {
  readonly kind: 'session';
  /** Whether it works on stages and thoughts, which only staged protocols have. */
  readonly staged: boolean;
  /** An objection that comes before the phase rule, or null. */
  vet(document: SessionDocument, input: unknown, context: CallContext): Refusal | null;
  /** The work that this call needs a model for, a refusal of it, or null: then `call` decides at once. */
  order(document: SessionDocument, input: unknown, context: CallContext): JobOrder | Refusal | null;
  call(document: SessionDocument, input: unknown, context: CallContext): Answer;
  /** Decides on what the ordered work brought. */
  finish(document: SessionDocument, input: unknown, context: CallContext, result: JobResult): Answer;
}

/** The steps that lie outside a session. */
export interface Remedies {
  readonly start: Step;
  readonly list: Step;
  readonly resume: (id: string) => Step;
}

/** A client that waits for an answer. */
export interface Waiting {
  readonly signal: AbortSignal;
  readonly onProgress?: (progress: JobProgress) => void;
}

/** The world as tools without a session see it. */
export interface World {
  readonly ports: Ports;
  readonly now: string;
  /** Who waits for the answer: may take the call back, and may want to hear how far it is. */
  readonly waiting: Waiting | null;
  readonly modes: readonly ModeSummary[];
  readonly remedies: Remedies;
  /** The record of this id as a source for another one, or null. */
  readonly source: (id: string) => Promise<Source | null>;
  /** What a record is read together with. */
  readonly linked: (document: SessionDocument) => Promise<Linked>;
  /** What a record came to; null while it has come to nothing. */
  readonly result: (document: SessionDocument) => string | null;
  /** Reads an export of a protocol that has a reader of its own; null for all others. */
  readonly readImport: (table: Table) => PortableRead | null;
  /** The record of a session as a text to be read. */
  readonly written: (document: SessionDocument, format: PageFormat) => Promise<string>;
  /** A named part of a record as Markdown; null for a name of nothing, `whole` where a record has no parts. */
  readonly part: (document: SessionDocument, name: string) => { readonly text: string } | 'whole' | null;
  /** The units of work of a stored session, as its protocol counts them. */
  readonly tally: (document: SessionDocument) => Tally;
  /** Whether this version can run sessions of a protocol; null is a mode that is still open. */
  readonly runs: (protocol: string | null) => boolean;
  /** The texts of a session besides its question; none of a session that cannot be read here. */
  readonly passages: (document: SessionDocument) => readonly Passage[];
  /** Step and material of a stored session, read with its own configuration. */
  readonly view: (document: SessionDocument) => Promise<View>;
}

/** The answer of a home tool; `document` lets the resolver name the next step, else `next` does. */
export type HomeAnswer =
  | {
      readonly kind: 'done';
      readonly output: Readonly<Record<string, unknown>>;
      readonly message: string;
      readonly document?: SessionDocument;
      readonly next?: Step;
    }
  | (Refusal & { readonly next?: Step });

/** A tool that works on the data root rather than on one session. */
export interface HomeTool extends Advertised {
  readonly kind: 'home';
  /** What a client can call instead when it has no better arguments. */
  readonly alternative?: string;
  call(input: unknown, world: World): Promise<HomeAnswer>;
}

/** What one client connection remembers between calls: which record it is at work on, by tool. */
export interface Connection {
  /** Null where calls do not tell which client they come from: there every call names its record. */
  readonly current: Map<string, string> | null;
  /** Records that are kept in memory only, by id. */
  readonly unstored: Map<string, SessionDocument>;
}

/** The world as record tools see it. */
export interface RecordWorld extends World {
  readonly connection: Connection;
  /** One line for a person on stderr. */
  readonly warn: (line: string) => void;
}

/** The answer of a record tool: an object in the exact shape of its family, or the text of an error. */
export type RecordAnswer =
  | { readonly reply: object; readonly meta?: Readonly<Record<string, unknown>> }
  | { readonly errorText: string };

/** A tool whose arguments and answers have a shape of their own, for clients of the server it replaces. */
export interface RecordTool {
  readonly kind: 'record';
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly effect: Effect;
  readonly inputSchema: ObjectSchema;
  /** Whether an answer has the fields that are promised and no other one. */
  readonly isExact?: boolean;
  /** The argument that names the record; calls on one record run in order of arrival. */
  readonly idArgument: string;
  call(raw: Readonly<Record<string, unknown>>, world: RecordWorld): Promise<RecordAnswer>;
  /** How the family words a fault of the disk. */
  failure(message: string): RecordAnswer;
}

export type Tool = SessionTool | HomeTool | RecordTool;

interface SessionDeclaration<S, F extends Fields, O extends object, K extends JobKind>
  extends Omit<Advertised, 'fields'> {
  readonly fields: F;
  readonly example: Readonly<Record<string, unknown>>;
  readonly vet?: (session: S, input: Input<F>, context: CallContext) => Refusal | null;
  /** For a tool that may need a model: what to ask it, and how the answer is stored. */
  readonly work?: {
    readonly kind: K;
    readonly order: (session: S, input: Input<F>, context: CallContext) => Jobs[K]['order'] | Refusal | null;
    readonly finish: (
      session: S,
      input: Input<F>,
      context: CallContext,
      result: Jobs[K]['result'],
    ) => Outcome<S, O>;
  };
  readonly run: (session: S, input: Input<F>, context: CallContext) => Outcome<S, O>;
  /** What happened, in one sentence; the resolver's sentence about the next step follows it. */
  readonly say: (output: O, after: { readonly session: S; readonly linked: Linked }) => string;
}

/** Declares a session tool on the kind of document that `reader` reads. */
export function sessionTool<S extends SessionDocument>(reader: DocumentReader<S>) {
  return <F extends Fields, O extends object, K extends JobKind = JobKind>(
    declared: SessionDeclaration<S, F, O, K>,
  ): SessionTool => {
    const { work, ...advertised } = declared;
    const answer = (
      { document, before }: { readonly document: SessionDocument; readonly before: S },
      outcome: Outcome<S, O>,
      { linked }: CallContext,
    ): Answer => {
      if (outcome.kind === 'refused') return outcome;
      const { output } = outcome;
      // Parsing copies: an unchanged session has to be the caller's own object, or it would be stored again.
      const session = outcome.session === before ? document : reader.trust(outcome.session);
      // A plain object is what every `run` returns; only its exact shape is erased here.
      const fields = output as Readonly<Record<string, unknown>>;
      return {
        kind: 'done',
        session,
        output: fields,
        message: declared.say(output, { session: outcome.session, linked }),
      };
    };
    return {
      ...advertised,
      kind: 'session',
      staged: (reader as unknown) === stagedSession,
      // The dispatcher passes what readArguments made of these very fields.
      vet: (document, input, context) =>
        declared.vet?.(reader.read(document), input as Input<F>, context) ?? null,
      order: (document, input, context) =>
        work?.order(reader.read(document), input as Input<F>, context) ?? null,
      call: (document, input, context) => {
        const before = reader.read(document);
        return answer({ document, before }, declared.run(before, input as Input<F>, context), context);
      },
      finish: (document, input, context, result) => {
        if (work === undefined) throw new Error(declared.name);
        const before = reader.read(document);
        // The server hands back what this tool's own order brought.
        const brought = result as Jobs[K]['result'];
        return answer(
          { document, before },
          work.finish(before, input as Input<F>, context, brought),
          context,
        );
      },
    };
  };
}

interface HomeDeclaration<F extends Fields> extends Omit<Advertised, 'fields' | 'gate'> {
  readonly fields: F;
  readonly alternative?: string;
  readonly run: (input: Input<F>, world: World) => Promise<HomeAnswer>;
}

/** Declares a tool that needs no session. */
export function homeTool<F extends Fields>(declared: HomeDeclaration<F>): HomeTool {
  return {
    ...declared,
    kind: 'home',
    gate: { protocol: null },
    call: (input, world) => declared.run(input as Input<F>, world),
  };
}
