import { describe, expect, it } from 'vitest';
import { readCall, type TreeToolName } from '../../../src/protocols/tree/input.ts';
import { callWithout } from '../../../src/protocols/tree/verbs.ts';
import type { Fields } from '../../support/recordings.ts';
import { problems, TreeBench } from '../../support/tree-bench.ts';

const CALLS: readonly (readonly [TreeToolName, Fields])[] = [
  ['tot_propose', { nodes: [] }],
  ['tot_commit', { results: [] }],
  ['tot_reclassify', { nodeId: 'R1.A', newState: 'DEAD' }],
  ['tot_status', {}],
  ['tot_next', {}],
  ['tot_step', {}],
  ['tot_end', {}],
];

describe('a call on a session that does not exist', () => {
  it.each(CALLS)('%s is refused and repeats no long id', (tool, args) => {
    const result = new TreeBench().ok(tool, { ...args, sessionId: '../../etc/passwd'.repeat(500) });
    expect(result.status).toBe('REJECTED');
    expect(JSON.stringify(result).length).toBeLessThan(1_000);
  });

  it('has its code where the tool lists problems, and a reason where it does not', () => {
    const bench = new TreeBench();
    const answers = new Map(
      CALLS.map(([tool, args]) => [tool, bench.ok(tool, { ...args, sessionId: 'none' })]),
    );
    for (const tool of ['tot_propose', 'tot_commit', 'tot_reclassify', 'tot_step'] as const)
      expect(problems(answers.get(tool) ?? {})).toEqual(['SESSION_NOT_FOUND SESSION']);
    expect(answers.get('tot_next')).toMatchObject({
      nextCall: 'tot_start',
      blockers: ['SESSION_NOT_FOUND'],
      graph: null,
    });
    expect(answers.get('tot_end')?.reason).toBe(answers.get('tot_status')?.endBlocker);
  });
});

it('a damaged session has a code of its own', () => {
  const read = readCall('tot_next', { sessionId: 's' }, 1_000);
  if (!read.ok || read.call.tool === 'tot_start') throw new Error('the call must be readable');
  expect(callWithout(read.call, 'SESSION_CORRUPT')).toMatchObject({ blockers: ['SESSION_CORRUPT'] });
});
