import type { Registry } from './kit/registry.ts';
import type { Tool } from './kit/tool.ts';
import { protocols } from './protocols/all.ts';
import { sessionTools } from './session-tools/all.ts';

/** Joins the shared tools with those of each protocol. Throws when two tools have one name. */
export function createRegistry(): Registry {
  const tools = new Map<string, Tool>();
  for (const tool of [...sessionTools, ...protocols.flatMap((protocol) => protocol.tools)]) {
    if (tools.has(tool.name)) throw new Error(`two tools are named ${tool.name}`);
    tools.set(tool.name, tool);
  }
  const modes = protocols.map((protocol) => protocol.summary);
  return { tools, protocols: new Map(protocols.map((each) => [each.summary.name, each])), modes };
}
