import { describe, expect, it } from 'vitest';
import { CHAIN_PHASES, sequential } from '../../../src/protocols/sequential/protocol.ts';
import { defaultConfig, lensLibrary, newSession } from '../../support/given.ts';
import { chainOf } from '../../support/notebook.ts';

const openChain = sequential.open;
const context = { config: defaultConfig, lenses: lensLibrary() };

describe('an open chain', () => {
  const chain = { ...chainOf('darbot_deepmind', [{}, { thoughtNumber: 2, totalThoughts: 6 }]), id: 'abc' };
  const opened = openChain(chain);

  it('wants another thought through its own tool and by its id', () => {
    expect(opened.phase).toBe('open');
    expect(CHAIN_PHASES).toContain(opened.phase);
    const step = opened.step(context);
    expect(step).toMatchObject({
      code: 'chain_open',
      tool: 'darbot_deepmind',
      arguments: { sessionId: 'abc' },
      facts: { thought_count: 2, branch_count: 0 },
    });
    expect(step?.say).toMatch(/darbot_deepmind.*"abc".*thought 3 of about 6/);
  });

  it('never asks for a thought beyond its own total', () => {
    const past = openChain(chainOf('sequentialthinking', [{ thoughtNumber: 9 }]));
    expect(past.step(context)?.say).toContain('thought 10 of about 10');
  });

  it('refuses the tools of staged sessions by naming its own', () => {
    expect(opened.owed('commit_thought')).toMatchObject({
      code: 'wrong_protocol',
      facts: { blocked_tool: 'commit_thought', chain_tool: 'darbot_deepmind' },
    });
  });
});

describe('a finished chain', () => {
  it('wants nothing more and says how to go on all the same', () => {
    const opened = openChain(chainOf('sequentialthinking', [{ nextThoughtNeeded: false }]));
    expect(opened.phase).toBe('finished');
    expect(opened.step(context)).toMatchObject({
      code: 'chain_finished',
      tool: null,
      alternative: 'sequentialthinking',
    });
    expect(opened.step(context)?.say).toMatch(/finished after 1 thought:.*conclusion/);
  });
});

describe('the material', () => {
  it('is the newest five thoughts and the branches that wanted another', () => {
    const fork = (thoughtNumber: number, branchId: string, nextThoughtNeeded: boolean) => ({
      thoughtNumber,
      branchId,
      branchFromThought: 1,
      nextThoughtNeeded,
    });
    const chain = chainOf('sequentialthinking', [
      {},
      fork(2, 'done', true),
      fork(3, 'done', false),
      fork(2, 'alive', false),
      fork(3, 'alive', true),
      { thoughtNumber: 4, thought: `${'long\n'.repeat(500)}` },
    ]);
    const material = openChain(chain).material(context);
    expect(material.open_branches).toEqual([{ branchId: 'alive', lastThought: 3 }]);
    expect(material).not.toHaveProperty('open_branches_omitted');
    expect(material.last_thoughts).toHaveLength(5);
    expect(material.last_thoughts).toMatchObject([
      { thoughtNumber: 2, branchId: 'done', branchFromThought: 1 },
      {},
      {},
      {},
      { thoughtNumber: 4, thought: expect.stringMatching(/^long\nlong[\s\S]*\.\.\.$/) },
    ]);
  });

  it('stays small and counts the branches left out', () => {
    const overlays = Array.from({ length: 300 }, (_, at) => ({
      thought: 'x'.repeat(5000),
      branchFromThought: 1,
      branchId: `${at}${'y'.repeat(500)}`,
    }));
    const material = openChain(chainOf('sequentialthinking', overlays)).material(context);
    expect(JSON.stringify(material).length).toBeLessThan(8000);
    expect(material.open_branches).toHaveLength(20);
    expect(material.open_branches_omitted).toBe(280);
  });
});

describe('the summary', () => {
  it('goes by the name that the documents carry', () => {
    expect(sequential.summary.name).toBe(chainOf('sequentialthinking', [{}]).protocol);
  });
});

describe('a document of another kind', () => {
  it('is no chain', () => {
    expect(() => openChain(newSession())).toThrow();
  });
});
