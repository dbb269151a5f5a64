import { anySession } from '../core/document.ts';
import { stagedSession } from '../core/staged.ts';
import { choice, optional } from '../kit/field.ts';
import { done } from '../kit/outcome.ts';
import { sessionTool } from '../kit/tool.ts';
import { sessionMarkdown } from '../render/markdown.ts';
import { say } from './wording.ts';

/** The longest export that a reply carries, in characters. */
const MOST = 50_000;

export const exportSession = sessionTool(anySession)({
  name: 'export_session',
  title: 'Export the session',
  description: 'Get the whole session as one JSON object, or as a readable Markdown document.',
  gate: { protocol: null },
  effect: 'reads',
  namesFile: true,
  fields: { format: optional(choice(['json', 'markdown'])) },
  example: {},
  run: (session, { format }, { path, markdown }) => {
    const exported =
      format === 'markdown' ? (markdown(session) ?? sessionMarkdown(stagedSession.read(session))) : session;
    const characters = typeof exported === 'string' ? exported.length : JSON.stringify(exported).length;
    if (characters > MOST) return done(session, { export_path: path, characters });
    return done(session, { export: exported, characters });
  },
  say: say.exported,
});
