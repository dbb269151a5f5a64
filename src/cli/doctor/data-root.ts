import { existsSync, statfsSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import process from 'node:process';
import { type Check, type Finding, ok, problem, warning } from './finding.ts';

const MIB = 1024 * 1024;
const LITTLE_MIB = 200;
const NOTHING_MIB = 10;

/** File systems of other machines, by the number that Linux gives them. */
const REMOTE: ReadonlyMap<number, string> = new Map([
  [0x6969, 'NFS'],
  [0x517b, 'SMB'],
  [0xff534d42, 'CIFS'],
  [0xfe534d42, 'SMB'],
  [0x5346414f, 'AFS'],
  [0x01021997, '9P'],
]);

const nearestFolder = (path: string): string =>
  existsSync(path) || dirname(path) === path ? path : nearestFolder(dirname(path));

function space(folder: string): Finding[] {
  const { bavail, bsize, type } = statfsSync(folder);
  const free = Math.floor((bavail * bsize) / MIB);
  const remote = process.platform === 'linux' ? REMOTE.get(type >>> 0) : undefined;
  const isShare = remote !== undefined || folder.startsWith('\\\\');
  const todo = 'Make room on that disk, or move the folder and name it in DEEP_THINK_HOME.';
  return [
    ...(free < NOTHING_MIB ? [problem(`only ${free} MiB are free in ${folder}`, todo)] : []),
    ...(free >= NOTHING_MIB && free < LITTLE_MIB
      ? [warning(`only ${free} MiB are free in ${folder}`, todo)]
      : []),
    ...(isShare
      ? [
          warning(
            `${folder} lies on a network drive${remote === undefined ? '' : ` (${remote})`}, where locks are slow and may fail`,
            'Name a folder on a local disk in DEEP_THINK_HOME.',
          ),
        ]
      : []),
  ];
}

function owner(root: string): Finding[] {
  const user = process.getuid?.();
  const { uid } = statSync(root);
  if (user === undefined || uid === user) return [];
  return [
    warning(
      `${root} belongs to user ${uid}, the server runs as ${user}`,
      'Run the server as that user, or give the folder to this one (chown).',
    ),
  ];
}

/** Whether sessions can be kept where they belong. */
export const dataRoot: Check = {
  name: 'data',
  look: ({ desk }) => {
    const root = desk.world.root();
    if (!existsSync(root)) {
      return [ok(`${root} is made by the first session`), ...space(nearestFolder(root))];
    }
    desk.checkup().probe();
    return [ok(`${root} can be written`), ...owner(root), ...space(root)];
  },
};
