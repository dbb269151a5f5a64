import { type Check, ok, warning } from './finding.ts';

/** Whether processes that are gone have left locks or temporary files behind. */
export const leftovers: Check = {
  name: 'leftovers',
  look: ({ desk }) => {
    const checkup = desk.checkup();
    const [locks, files] = [checkup.staleLocks(), checkup.leftovers()];
    const free = () => locks.forEach(checkup.freeLock);
    const found = [
      ...(locks.length === 0
        ? []
        : [
            warning(
              `${locks.length} locks of processes that are gone: ${locks[0]}`,
              'They stop nobody; doctor --fix removes them.',
              free,
            ),
          ]),
      ...(files.length === 0
        ? []
        : [
            warning(
              `${files.length} temporary files of processes that are gone: ${files[0]}`,
              'They only take room; doctor --fix removes them.',
              checkup.sweep,
            ),
          ]),
    ];
    return found.length === 0 ? [ok('no locks or temporary files of processes that are gone')] : found;
  },
};
