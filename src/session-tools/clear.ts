import { id } from '../kit/field.ts';
import { homeTool } from '../kit/tool.ts';
import { notFound } from './not-found.ts';
import { say } from './wording.ts';

export const clearSession = homeTool({
  name: 'clear_session',
  title: 'Clear a session',
  description: 'Take a session off the list. Its file goes to the trash folder, whose path is returned.',
  effect: 'destroys',
  fields: { session_id: id() },
  example: { session_id: 'abcd2345' },
  run: async ({ session_id }, world) => {
    const cleared = await world.ports.store.trash(session_id, world.now);
    if (cleared === null) return notFound(session_id, world);
    const output = { status: 'cleared', trashed_path: cleared.trashedPath };
    return { kind: 'done', output, message: say.cleared(output), next: world.remedies.list };
  },
});
