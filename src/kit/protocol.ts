import type { Config } from '../core/config.ts';
import type { PortableRead, Table } from '../core/portable-record.ts';
import type { SessionDocument } from '../core/session.ts';
import type { LensLibrary } from '../store/ports.ts';
import type { ModeSummary } from './mode.ts';
import type { Refusal } from './outcome.ts';
import type { Step } from './step.ts';
import type { SessionTool } from './tool.ts';

/** What the step of a session depends on besides the session. */
export interface StepContext {
  readonly config: Config;
  readonly lenses: LensLibrary;
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

/** One way of reasoning: adding another is one such value and one line in protocols/all.ts. */
export interface Protocol {
  readonly summary: ModeSummary;
  /** The prefix of its idle codes and the tool that begins a thought; null for a protocol without stages. */
  readonly idle: { readonly prefix: string; readonly begin: string } | null;
  readonly phases: readonly string[];
  readonly tools: readonly SessionTool[];
  /** The record as readable Markdown, where the renderer of stages does not serve. */
  readonly markdown?: (document: SessionDocument) => string;
  /** Takes an export of this protocol back; absent where the reader of staged sessions serves. */
  readonly readImport?: (table: Table, now: string) => PortableRead;
  /** Throws the schema's error when the document is not one of this protocol. */
  open(document: SessionDocument): Opened;
}
