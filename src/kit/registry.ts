import type { ModeSummary } from './mode.ts';
import type { Protocol } from './protocol.ts';
import type { Tool } from './tool.ts';

/** Everything that can be called and every way of reasoning. */
export interface Registry {
  /** In the order in which they are listed. */
  readonly tools: ReadonlyMap<string, Tool>;
  readonly protocols: ReadonlyMap<string, Protocol>;
  readonly modes: readonly ModeSummary[];
}
