import type { Config } from '../core/config.ts';
import type { PortableRead, Table } from '../core/portable-record.ts';
import type { Passage } from '../core/search/passage.ts';
import type { SessionDocument } from '../core/session.ts';
import type { Tally } from '../core/tally.ts';
import type { LensLibrary } from '../store/ports.ts';
import type { ModeSummary } from './mode.ts';
import type { Refusal } from './outcome.ts';
import type { Page } from './page/page.ts';
import type { Step } from './step.ts';
import type { SessionTool } from './tool.ts';

/** What the step of a session depends on besides the session. */
export interface StepContext {
  readonly config: Config;
  readonly lenses: LensLibrary;
}

/** What a record found about the claim that it examined. */
export interface Judgement {
  readonly assessment: string;
  readonly reason: string;
  /** Whether the claim fell. */
  readonly refutes: boolean;
}

/** One session as its protocol reads it. */
export interface Opened {
  readonly phase: string;
  /** What is owed instead of `tool` in this phase. */
  owed(tool: string): Refusal;
  /** The step this phase wants; null with nothing in work, where the kit decides by stage. */
  step(context: StepContext): Step | null;
  /** Everything the pending step needs to be done without memory of the chat. */
  material(context: StepContext): Readonly<Record<string, unknown>>;
}

/** What a protocol does while no thought is in work. */
export interface Idle {
  /** The beginning of its idle codes. */
  readonly prefix: string;
  /** The tool that begins a thought. */
  readonly begin: string;
  /** Arguments without which beginning would be refused under this configuration; null when it needs none. */
  readonly beginWith?: (config: Config) => Readonly<Record<string, unknown>> | null;
}

/** One way of reasoning: adding another is one such value and one line in protocols/all.ts. */
export interface Protocol {
  readonly summary: ModeSummary;
  /** How a session with nothing in work goes on; null for a protocol without stages. */
  readonly idle: Idle | null;
  readonly phases: readonly string[];
  readonly tools: readonly SessionTool[];
  /** The tool with which the server works a stage by itself; offered only where the operator wants it. */
  readonly autopilot?: SessionTool;
  /** The record as one readable page. Throws the schema's error when the document is not one of this protocol. */
  readonly page: (document: SessionDocument) => Page;
  /** Some of a long record as Markdown, by a name; null for a name of nothing. Absent where records stay short. */
  readonly part?: (document: SessionDocument, name: string) => string | null;
  /** Whether it came to its end though nobody closed it; absent where closing is the end. Reads damaged sessions, too. */
  readonly isOver?: (document: SessionDocument) => boolean;
  /** Its units of work for listings, where they are not the thoughts of stages. Reads damaged sessions, too. */
  readonly tally?: (document: SessionDocument) => Tally;
  /** Takes an export of this protocol back; absent where the reader of staged sessions serves. */
  readonly readImport?: (table: Table, now: string) => PortableRead;
  /** The texts by which a session can be found again, in their order, without its question; throws as `open` does. */
  searchable(document: SessionDocument): readonly Passage[];
  /** What it came to, to be worked on elsewhere; null while it has come to nothing. Throws as `open` does. */
  result(document: SessionDocument): string | null;
  /** For a record that judges another one: what it found; null while it has not. Throws as `open` does. */
  readonly judges?: (document: SessionDocument) => Judgement | null;
  /** Throws the schema's error when the document is not one of this protocol. */
  open(document: SessionDocument): Opened;
}
