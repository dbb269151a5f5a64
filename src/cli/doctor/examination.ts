import { clientEntries } from './client-entries.ts';
import { configuration } from './configuration.ts';
import { dataRoot } from './data-root.ts';
import { endpoints } from './endpoints.ts';
import { type Check, type Finding, type Level, ok, type Patient, problem } from './finding.ts';
import { handshake } from './handshake.ts';
import { httpToken } from './http-token.ts';
import { leftovers } from './leftovers.ts';
import { npxCache } from './npx-cache.ts';
import { oldData } from './old-data.ts';
import { runtime } from './runtime.ts';
import { sessionAge } from './session-age.ts';
import { sessionFiles } from './session-files.ts';

/** Every check, in the order in which they are told. */
const CHECKS: readonly Check[] = [
  runtime,
  handshake,
  dataRoot,
  configuration,
  sessionFiles,
  sessionAge,
  leftovers,
  httpToken,
  endpoints,
  npxCache,
  clientEntries,
  oldData,
];

/** A finding as it is told. */
export interface Told {
  readonly check: string;
  readonly level: Level;
  readonly what: string;
  readonly todo: string | null;
  /** Whether this was wrong and has been put right. */
  readonly fixed: boolean;
}

/** What stands in the way of a check is its finding; anything but a fault is a defect of ours. */
async function looked({ look }: Check, patient: Patient): Promise<readonly Finding[]> {
  try {
    return await look(patient);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error)) throw error;
    return [problem(error.message, 'Put that right, then run doctor again.')];
  }
}

async function fixedIn(findings: readonly Finding[]): Promise<void> {
  for (const { fix } of findings) {
    try {
      await fix?.();
    } catch (error) {
      // What could not be put right is found again.
      if (!(error instanceof Error && 'code' in error)) throw error;
    }
  }
}

/** Looks at everything; with `fix` it puts right what can be without losing anything. */
export async function examine(
  patient: Patient,
  fix: boolean,
  tell: (told: Told) => void,
): Promise<readonly Told[]> {
  const all: Told[] = [];
  for (const check of CHECKS) {
    const before = await looked(check, patient);
    const curable = fix ? before.filter((finding) => finding.fix !== undefined) : [];
    await fixedIn(curable);
    const after = curable.length === 0 ? before : await looked(check, patient);
    const cured = curable.filter(({ what }) => after.every((finding) => finding.what !== what));
    const findings = [
      ...cured.map(({ what }) => ({ ...ok(what), fixed: true })),
      ...after.map((finding) => ({ ...finding, fixed: false })),
    ];
    for (const { level, what, todo, fixed } of findings) {
      const told = { check: check.name, level, what, todo, fixed };
      all.push(told);
      tell(told);
    }
  }
  return all;
}
