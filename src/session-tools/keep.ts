import { anySession } from '../core/document.ts';
import { done } from '../kit/outcome.ts';
import { sessionTool } from '../kit/tool.ts';
import { say } from './wording.ts';

export const keepHere = sessionTool(anySession)({
  name: 'keep_here',
  title: 'Keep the record where it is',
  description: 'Note that the user leaves the record where it is.',
  gate: { protocol: null, closed: ['finalized'] },
  effect: 'writes',
  fields: {},
  example: {},
  run: (session, _, { now, path }) => {
    const decisions = [...session.decisions, { action: 'keep_here', timestamp: now }];
    return done({ ...session, decisions }, { status: session.status, save_path: path });
  },
  say: say.kept,
});
