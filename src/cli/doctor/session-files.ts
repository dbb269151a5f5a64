import { type Check, ok, problem, warning } from './finding.ts';

const MOST_NAMED = 5;

const TODO: Readonly<Record<string, string>> = {
  session_newer: 'Update the server; a newer one wrote it.',
  session_file_missing: 'Put the file back, or call clear_session for that id.',
};
const OTHERWISE =
  'Restore the file from a backup, or call clear_session, which keeps its bytes in the trash.';

/** Whether every session can be read, and the index is in step with them. */
export const sessionFiles: Check = {
  name: 'sessions',
  look: ({ desk }) => {
    const checkup = desk.checkup();
    const { sessions, isBehind } = checkup.index();
    const ailing = checkup.ailing();
    const heal = async () => {
      await desk.world.store.ids();
    };
    const more = ailing.length - MOST_NAMED;
    return [
      ok(`sessions that can be read: ${sessions - ailing.length}`),
      ...ailing
        .slice(0, MOST_NAMED)
        .map(({ id, code, detail }) => problem(`${id}: ${detail}`, TODO[code] ?? OTHERWISE)),
      ...(more > 0 ? [problem(`${more} more sessions cannot be read`, OTHERWISE)] : []),
      ...(isBehind
        ? [
            warning(
              'index.json is behind the session files',
              'The next listing, or doctor --fix, writes it anew.',
              heal,
            ),
          ]
        : []),
    ];
  },
};
