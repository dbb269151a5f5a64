import { describe, expect, it } from 'vitest';
import type { Fields } from '../../support/recordings.ts';
import { TreeBench } from '../../support/tree-bench.ts';

describe('tot_start', () => {
  it.each<[Fields, Fields]>([
    [{}, { mode: 'deep', minRounds: 5, allowEarlyTerminal: false }],
    [{ mode: 'smoke' }, { mode: 'smoke', minRounds: 2, allowEarlyTerminal: true }],
    [{ mode: 'exhaustive' }, { mode: 'exhaustive', minRounds: 5, allowEarlyTerminal: false }],
    [{ minRounds: 3 }, { mode: 'deep', minRounds: 3, allowEarlyTerminal: true }],
    [{ minRounds: 4 }, { mode: 'deep', minRounds: 4, allowEarlyTerminal: false }],
    [
      { mode: 'smoke', allowEarlyTerminal: false },
      { minRounds: 2, allowEarlyTerminal: false },
    ],
    [
      { minRounds: 8, allowEarlyTerminal: true },
      { minRounds: 8, allowEarlyTerminal: true },
    ],
  ])('%j gives %j', (args, expected) => {
    const bench = new TreeBench();
    const result = bench.ok('tot_start', { query: 'q', ...args });
    expect(result).toMatchObject({ query: 'q', currentRound: 1, ...expected });
    expect(bench.read(String(result.sessionId))).toMatchObject({ question: 'q', nodes: [], ...expected });
  });

  it('takes an empty query and explains the rules shortly', () => {
    const { instructions, ...rest } = new TreeBench().ok('tot_start', { query: '' });
    expect(rest.query).toBe('');
    expect(Object.keys(rest)).not.toContain('instructions');
    for (const word of ['tot_propose', 'R1.A', 'EXHAUST', '## References', 'round 5', 'agentId', 'withdraw'])
      expect(instructions).toContain(word);
    expect(String(instructions).length).toBeLessThan(1_600);
  });
});
