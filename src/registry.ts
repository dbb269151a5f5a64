import type { ModeSummary } from './kit/mode.ts';
import type { Protocol } from './kit/protocol.ts';
import type { Tool } from './kit/tool.ts';
import { protocols } from './protocols/all.ts';
import { sessionTools } from './session-tools/all.ts';
import { subagentSummary } from './session-tools/wording.ts';

/** Everything that can be called and every way of reasoning. */
export interface Registry {
  /** In the order in which they are listed. */
  readonly tools: ReadonlyMap<string, Tool>;
  readonly protocols: ReadonlyMap<string, Protocol>;
  readonly modes: readonly ModeSummary[];
}

/** Joins the shared tools with those of each protocol. Throws when two tools have one name. */
export function createRegistry(): Registry {
  const tools = new Map<string, Tool>();
  for (const tool of [...sessionTools, ...protocols.flatMap((protocol) => protocol.tools)]) {
    if (tools.has(tool.name)) throw new Error(`two tools are named ${tool.name}`);
    tools.set(tool.name, tool);
  }
  const modes = [...protocols.map((protocol) => protocol.summary), subagentSummary];
  return { tools, protocols: new Map(protocols.map((each) => [each.summary.name, each])), modes };
}
