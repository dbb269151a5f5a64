import { withVerdicts } from '../core/links.ts';
import { choice, id, label, optional } from '../kit/field.ts';
import { FILE_ENDINGS, type PageFormat, RECORD_FORMATS } from '../kit/page/format.ts';
import { type HomeAnswer, homeTool, type World } from '../kit/tool.ts';
import { refuseArgument } from '../kit/wording.ts';
import type { Stored } from '../store/ports.ts';
import { notFound } from './not-found.ts';
import { say } from './wording.ts';

/** The longest export that a reply carries, in characters. */
const MOST = 50_000;

/** What came of an export: itself, or where it lies when it is too long. */
export type Exported = { readonly characters: number } & (
  | { readonly export: unknown }
  | { readonly export_path: string }
);

/** The parts of a notebook, as examples. */
const PARTS = ['last 5', '10-20', 'branch <id>', 'structure'];

const fields = {
  session_id: id(),
  format: optional(choice(RECORD_FORMATS)),
  part: optional(label(`Of a notebook, as Markdown: ${PARTS.join(', ')}.`)),
};

export const exportSession = homeTool({
  name: 'export_session',
  title: 'Export the session',
  description: 'Get the whole session as JSON, as a Markdown or HTML document, or drawn as Mermaid or DOT.',
  effect: 'reads',
  fields,
  example: { session_id: 'abcd2345' },
  run: async ({ session_id, format = 'json', part }, world) => {
    const stored = await world.ports.store.read(session_id);
    if (stored === null) return notFound(session_id, world);
    if (part !== undefined) return partly(stored, part, world);
    const output = format === 'json' ? await whole(stored, world) : await written(stored, format, world);
    return { kind: 'done', document: stored.session, output, message: say.exported(output) };
  },
});

/** A part of a notebook as Markdown; any other record whole, which is said. */
async function partly(stored: Stored, name: string, world: World): Promise<HomeAnswer> {
  const part = world.part(stored.session, name);
  if (part === null)
    return refuseArgument({
      code: 'bad_argument',
      parameter: 'part',
      field: choice(PARTS),
      reason: 'not_an_option',
      got: name,
    });
  if (part === 'whole') {
    const output = await written(stored, 'markdown', world);
    return {
      kind: 'done',
      document: stored.session,
      output,
      message: say.noParts({ rest: say.exported(output) }),
    };
  }
  const output = { export: part.text, characters: part.text.length };
  return { kind: 'done', document: stored.session, output, message: say.exportedPart() };
}

async function whole({ session: stored, path }: Stored, { ports, linked }: World): Promise<Exported> {
  const session = withVerdicts(stored, await linked(stored));
  const characters = JSON.stringify(session).length;
  if (characters <= MOST) return { export: session, characters };
  // The client is sent to the session's own file, which is made whole first.
  await ports.store.fold(session.id);
  return { export_path: path, characters };
}

async function written({ session }: Stored, format: PageFormat, world: World): Promise<Exported> {
  const text = await world.written(session, format);
  const characters = text.length;
  if (characters <= MOST) return { export: text, characters };
  const name = `${session.id}.${FILE_ENDINGS[format]}`;
  return { export_path: await world.ports.keepExport(name, text), characters };
}
