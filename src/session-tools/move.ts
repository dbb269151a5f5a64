import { withVerdicts } from '../core/links.ts';
import type { SessionDocument } from '../core/session.ts';
import { flag, id, optional, text } from '../kit/field.ts';
import { homeTool } from '../kit/tool.ts';
import { refuseGate } from '../kit/wording.ts';
import { notFound } from './not-found.ts';
import { refuseMove, say } from './wording.ts';

export const moveSession = homeTool({
  name: 'move_session',
  title: 'Move the record',
  description: 'Move a session file to a path the user chose. The session stays usable under its id.',
  effect: 'writes',
  fields: {
    session_id: id(),
    new_path: text('An absolute path or ~/…; a folder keeps the file name.'),
    force: optional(flag('Replace a file there that holds this same session.')),
  },
  alternative: 'keep_here',
  example: { session_id: 'k7m2p9xa', new_path: '~/Documents' },
  run: async ({ session_id, new_path, force = false }, world) => {
    const stored = await world.ports.store.read(session_id);
    if (stored === null) return notFound(session_id, world);
    // What would stop the reply has to stop the move: a broken configuration, a mode of later versions.
    const { step: next } = await world.view(stored.session);
    if (stored.session.status === 'archived')
      return { ...refuseGate('session_archived', { blocked_tool: 'move_session' }), next };
    const linked = await world.linked(stored.session);
    // A file that leaves the folder takes along what its reviews say.
    const packed = (session: SessionDocument) => withVerdicts(session, linked);
    const moved = await world.ports.store.move(session_id, world.now, { to: new_path, force, packed });
    if (moved === null) return notFound(session_id, world);
    if (moved.kind === 'refused') return refuseMove(moved.code, moved.path, moved.detail);
    const left = moved.leftBehind ? { warning: 'original_file_left_behind', old_path: moved.fromPath } : {};
    const output = {
      status: moved.session.status,
      from_path: moved.fromPath,
      new_path: moved.newPath,
      ...left,
    };
    return { kind: 'done', document: moved.session, output, message: say.moved(output) };
  },
});
