import { stagedSession } from '../core/staged.ts';
import { choice, optional } from '../kit/field.ts';
import { done } from '../kit/outcome.ts';
import { homeTool, sessionTool, type Tool } from '../kit/tool.ts';
import { refuseModeImmutable, say } from './wording.ts';

/** The modes that a staged session can have. */
export const MODES = ['serial', 'subagent'] as const;

/** A tool that takes a mode with these alone to choose from; any other tool as it is. */
export function amongModes(tool: Tool, names: readonly string[]): Tool {
  if (tool.kind === 'record' || tool.fields.mode === undefined) return tool;
  const offered = choice(MODES.filter((mode) => names.includes(mode)));
  const mode = tool.fields.mode.required ? offered : optional(offered);
  return { ...tool, fields: { ...tool.fields, mode } };
}

export const listModes = homeTool({
  name: 'list_modes',
  title: 'List the modes',
  description: 'Show the reasoning modes and what each is good for.',
  effect: 'reads',
  fields: {},
  example: {},
  run: async (_, world) => {
    return { kind: 'done', output: { modes: world.modes }, message: say.modes, next: world.remedies.start };
  },
});

export const setSessionMode = sessionTool(stagedSession)({
  name: 'set_session_mode',
  title: 'Choose the mode',
  description: 'Fix the mode of a session after the user has chosen it.',
  gate: { protocol: null },
  effect: 'writes',
  fields: { mode: choice(MODES) },
  example: { mode: 'serial' },
  run: (session, { mode }) => {
    if (session.protocol !== null) return refuseModeImmutable({ current_mode: session.protocol });
    return done({ ...session, protocol: mode }, { mode });
  },
  say: say.modeChosen,
});
