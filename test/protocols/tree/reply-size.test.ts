import { describe, expect, it } from 'vitest';
import type { Fields } from '../../support/recordings.ts';
import { texts } from '../../support/tree-bench.ts';
import { found, planned, Trunk } from '../../support/tree-trunk.ts';

/** A wide tree of long texts. */
function large(title: string, findings: string): Trunk {
  const trunk = new Trunk({ query: 'Why? '.repeat(500) }).grow(['R1.A', null, 'EXPLORE']);
  const first = Array.from({ length: 60 }, (_, at) => `R2.A${at}x`);
  trunk.propose(...first.map((id) => planned(id, 'R1.A', `${title} ${id}`)));
  trunk.commit(...first.map((id) => found(id, 'EXPLORE', { findings })));
  return trunk;
}

const READS: readonly (readonly [string, Fields])[] = [
  ['tot_status', {}],
  ['tot_next', { maxTasks: 20, strategy: 'exhaustive' }],
  ['tot_step', { graphMode: 'full', verbosity: 'full', maxTasks: 20 }],
  ['tot_commit', { results: [] }],
  ['tot_end', {}],
  ['tot_reclassify', { nodeId: 'R2.A1x', newState: 'DEAD' }],
  ['tot_commit', { results: Array.from({ length: 90 }, (_, at) => found(`R9.X${at}`, 'DEAD')) }],
];

describe('a reply', () => {
  it.each(READS)('of %s stays short on a large tree and counts what it leaves out', (tool, args) => {
    const trunk = large('A title of some length, to fill the reply,', 'Findings. '.repeat(300));
    const result = trunk.call(tool, args);
    expect(JSON.stringify(result).length).toBeLessThan(8_000);
    expect(texts(result.notes).at(-1)).toMatch(/^Left out to keep the reply short: \w+ \(\d+\)/);
  });

  it.each(READS)('of %s stays short with enormous titles', (tool, args) => {
    const trunk = large('Enormous '.repeat(2_000), 'x'.repeat(50_000));
    expect(JSON.stringify(trunk.call(tool, args)).length).toBeLessThan(8_000);
  });

  it('of pending tasks with enormous texts stays short', () => {
    const trunk = new Trunk();
    trunk.propose({ ...planned('R1.A', null, 'T'.repeat(90_000)), plannedAction: 'P'.repeat(90_000) });
    for (const tool of ['tot_next', 'tot_step'])
      expect(JSON.stringify(trunk.call(tool)).length).toBeLessThan(8_000);
  });

  it('of a small tree is whole', () => {
    const result = new Trunk().grow(['R1.A', null, 'EXPLORE']).call('tot_next');
    expect(result.notes).toBeUndefined();
    expect(result.graph).toMatchObject({ nodes: [{ id: 'R1.A' }] });
  });
});
