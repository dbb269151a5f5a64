import type { Reporter } from 'vitest/node';

interface CountedModule {
  state(): string;
  readonly children: { allTests(): Iterable<{ result(): { readonly state: string } }> };
}

/** A module that fails before its first test (a bad import) counts as one failure, as does a stray error. */
export function closingLine(modules: readonly CountedModule[], strayErrors: number): string {
  const counts = { passed: 0, failed: strayErrors, skipped: 0 };
  for (const module of modules) {
    const states = [...module.children.allTests()].map((test) => test.result().state);
    const count = (state: string) => states.filter((each) => each === state).length;
    const failed = count('failed');
    counts.passed += count('passed');
    counts.skipped += count('skipped');
    counts.failed += failed === 0 && module.state() === 'failed' ? 1 : failed;
  }
  const skipped = counts.skipped > 0 ? `, ${counts.skipped} skipped` : '';
  return `${counts.passed} passed, ${counts.failed} failed${skipped}`;
}

/** Ends a run with one plain line, `N passed, N failed`, for whoever reads only the last line. */
export const countReporter: Reporter = {
  onTestRunEnd(modules, strayErrors) {
    process.stdout.write(`\n${closingLine(modules, strayErrors.length)}\n`);
  },
};
