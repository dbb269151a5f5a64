import type { Registry } from './kit/registry.ts';
import type { Tool } from './kit/tool.ts';
import { protocols } from './protocols/all.ts';
import { recordTools } from './records/all.ts';
import { sessionTools } from './session-tools/all.ts';

/** What is offered beside the usual. */
interface Offer {
  /** Whether the server works stages by itself where a client asks for it. */
  readonly autopilot: boolean;
}

/** Joins the shared tools with those of each protocol. Throws when two tools have one name. */
export function createRegistry({ autopilot }: Offer = { autopilot: false }): Registry {
  const tools = new Map<string, Tool>();
  const own = protocols.flatMap((protocol) => protocol.tools);
  const pilots = protocols.flatMap((protocol) => protocol.autopilot ?? []);
  for (const tool of [...sessionTools, ...own, ...recordTools, ...(autopilot ? pilots : [])]) {
    if (tools.has(tool.name)) throw new Error(`two tools are named ${tool.name}`);
    tools.set(tool.name, tool);
  }
  const modes = protocols.filter(({ idle }) => idle !== null).map((protocol) => protocol.summary);
  return { tools, protocols: new Map(protocols.map((each) => [each.summary.name, each])), modes };
}
