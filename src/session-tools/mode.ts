import { anySession } from '../core/document.ts';
import { choice } from '../kit/field.ts';
import { done } from '../kit/outcome.ts';
import { homeTool, sessionTool, type World } from '../kit/tool.ts';
import { refuseModeImmutable, refuseModeUnavailable, say } from './wording.ts';

/** The modes that a staged session can have. */
export const MODES = ['serial', 'subagent'] as const;

/** Whether sessions can run in this mode. */
export function isAvailable(mode: string, { modes }: Pick<World, 'modes'>): boolean {
  return modes.some((each) => each.name === mode && each.available);
}

/** The refusal of a mode that is announced but cannot run; it names the one that can. */
export function refuseUnavailable(mode: string) {
  return refuseModeUnavailable({ requested_mode: mode, next_arguments: { mode: 'serial' } });
}

export const listModes = homeTool({
  name: 'list_modes',
  title: 'List the modes',
  description: 'Show the reasoning modes and what each is good for.',
  effect: 'reads',
  fields: {},
  example: {},
  run: async (_, world) => {
    const modes = world.modes.map(({ name, description, recommended_for }) => ({
      name,
      description,
      recommended_for,
    }));
    return { kind: 'done', output: { modes }, message: say.modes, next: world.remedies.start };
  },
});

export const setSessionMode = sessionTool(anySession)({
  name: 'set_session_mode',
  title: 'Choose the mode',
  description: 'Fix the mode of a session after the user has chosen it.',
  gate: { protocol: null },
  effect: 'writes',
  fields: { mode: choice(MODES) },
  example: { mode: 'serial' },
  run: (session, { mode }, context) => {
    if (session.protocol !== null) return refuseModeImmutable({ current_mode: session.protocol });
    if (!isAvailable(mode, context)) return refuseUnavailable(mode);
    return done({ ...session, protocol: mode }, { mode });
  },
  say: say.modeChosen,
});
