import type { Registry } from './kit/registry.ts';
import type { Tool } from './kit/tool.ts';
import { protocols } from './protocols/all.ts';
import { recordTools } from './records/all.ts';
import { sessionTools } from './session-tools/all.ts';
import { subagentSummary } from './session-tools/wording.ts';

/** Joins the shared tools with those of each protocol. Throws when two tools have one name. */
export function createRegistry(): Registry {
  const tools = new Map<string, Tool>();
  for (const tool of [...sessionTools, ...protocols.flatMap((protocol) => protocol.tools), ...recordTools]) {
    if (tools.has(tool.name)) throw new Error(`two tools are named ${tool.name}`);
    tools.set(tool.name, tool);
  }
  const staged = protocols.filter(({ idle }) => idle !== null);
  const modes = [...staged.map((protocol) => protocol.summary), subagentSummary];
  return { tools, protocols: new Map(protocols.map((each) => [each.summary.name, each])), modes };
}
