import { describe, expect, it } from 'vitest';
import { readThought } from '../../../src/protocols/sequential/input.ts';
import { beginChain, objectionTo, startsAnew } from '../../../src/protocols/sequential/record.ts';
import { type Chain, type ChainTool, chainReader } from '../../../src/protocols/sequential/state.ts';
import { newSession } from '../../support/given.ts';
import { chainOf, LENIENT, NOW, Notebook, plain } from '../../support/notebook.ts';

function inputOf(tool: ChainTool, overlay: Record<string, unknown> = {}) {
  const read = readThought(tool, plain(overlay), LENIENT);
  if (!read.ok) throw new Error('refused');
  return read.input;
}

const sequential = () => new Notebook('sequentialthinking');
const darbot = () => new Notebook('darbot_deepmind');

describe('an answer of sequentialthinking', () => {
  it('has exactly its five fields in their order', () => {
    const { response } = sequential().think({
      isRevision: true,
      revisesThought: 1,
      branchFromThought: 1,
      branchId: 'b',
      needsMoreThoughts: true,
    });
    expect(Object.entries(response)).toEqual([
      ['thoughtNumber', 1],
      ['totalThoughts', 3],
      ['nextThoughtNeeded', true],
      ['branches', ['b']],
      ['thoughtHistoryLength', 1],
    ]);
  });

  it('raises the total to the number, for that answer only', () => {
    const notebook = sequential();
    expect(notebook.think({ thoughtNumber: 7 }).response.totalThoughts).toBe(7);
    expect(notebook.think({ thoughtNumber: 2 }).response.totalThoughts).toBe(3);
  });

  it('wants another thought when more are needed', () => {
    const { response, chain } = sequential().think({ nextThoughtNeeded: false, needsMoreThoughts: true });
    expect(response.nextThoughtNeeded).toBe(true);
    expect(chain.closed).toBe(false);
    expect(chain.thoughts[0]?.nextThoughtNeeded).toBe(false);
  });
});

describe('an answer of darbot_deepmind', () => {
  const keys = (overlay: Record<string, unknown>) =>
    Object.keys(darbot().think({ thoughtNumber: 9, totalThoughts: 9, ...overlay }).response).slice(5);

  it('repeats what was given, in its order', () => {
    const given = { needsMoreThoughts: false, branchFromThought: 5, branchId: 'c', revisesThought: 2 };
    const { response } = darbot().think({ thoughtNumber: 9, ...given, isRevision: true });
    expect(Object.entries(response).slice(5)).toEqual([
      ['isRevision', true],
      ['revisesThought', 2],
      ['branchId', 'c'],
      ['branchFromThought', 5],
      ['needsMoreThoughts', false],
    ]);
  });

  it.each([
    [{}, []],
    [{ isRevision: false }, ['isRevision']],
    [{ isRevision: false, revisesThought: 2 }, ['isRevision']],
    [{ revisesThought: 2 }, []],
    [{ branchId: '' }, []],
    [{ branchId: 'alone' }, ['branchId']],
  ])('to %j repeats %j', (overlay, repeated) => {
    expect(keys(overlay)).toEqual(repeated);
  });

  it('repeats that more are needed and lets it change nothing', () => {
    const { response, chain } = darbot().think({ nextThoughtNeeded: false, needsMoreThoughts: true });
    expect(response).toMatchObject({ nextThoughtNeeded: false, needsMoreThoughts: true });
    expect(chain.closed).toBe(true);
  });
});

describe('branches', () => {
  it('are listed once each in creation order, whatever their names', () => {
    const ids = ['x', '10', '9', '__proto__', 'constructor', 'toString', ' spaced ', 'Ünïcode 🌿', 'length'];
    const notebook = sequential();
    for (const branchId of [...ids, ...ids.toReversed()]) notebook.think({ branchFromThought: 1, branchId });
    expect(notebook.chain?.branches).toEqual(ids);
    expect(notebook.think().response.branches).toEqual(ids);
    const reread = chainReader.read(JSON.parse(JSON.stringify(notebook.chain)));
    expect(reread.branches).toEqual(ids);
    expect(reread).toEqual(notebook.chain);
  });

  it.each([{ branchId: 'only-id' }, { branchFromThought: 1 }, { branchFromThought: 1, branchId: '' }])(
    'are not opened by %j',
    (overlay) => {
      expect(sequential().think(overlay).response.branches).toEqual([]);
    },
  );

  it('are listed up to 200, then the newest 200 with their number beside the answer', () => {
    const notebook = sequential();
    const open = (number: number) => notebook.think({ branchFromThought: 1, branchId: `b${number}` });
    for (let number = 1; number < 200; number += 1) open(number);
    const full = open(200);
    expect(full.response.branches).toHaveLength(200);
    expect(full.meta).not.toHaveProperty('deep-think/branch_count');
    const over = open(201);
    expect(over.response.branches).toHaveLength(200);
    expect(over.response.branches[0]).toBe('b2');
    expect(over.response.branches.at(-1)).toBe('b201');
    expect(over.meta).toMatchObject({ 'deep-think/branch_count': 201 });
    expect(over.chain.branches).toHaveLength(201);
  });
});

describe('a recorded thought', () => {
  it('is kept whole, its revised original too, and unknown names are not', () => {
    const text = `// x \`"\\\u0000\t\r\n</script> \${HOME} 🧠👩‍👩‍👧 العربية 漢字 ${'x'.repeat(20_000)}`;
    const chain = chainOf('sequentialthinking', [
      { thought: text, task_progress: 'x' },
      { thought: 'Better.', thoughtNumber: 2, isRevision: true, revisesThought: 1 },
    ]);
    const reread = chainReader.read(JSON.parse(JSON.stringify(chain)));
    expect(reread.thoughts[0]).toEqual({ ...plain({ thought: text }), timestamp: NOW });
    expect(reread.thoughts[1]).toMatchObject({ isRevision: true, revisesThought: 1 });
    expect(reread.thoughts).toHaveLength(2);
  });

  it('leaves the chain before it as it was', () => {
    const notebook = sequential();
    const before = notebook.think({ branchFromThought: 1, branchId: 'a' }).chain;
    const copy = structuredClone(before);
    notebook.think({ branchFromThought: 1, branchId: 'b' });
    expect(before).toEqual(copy);
  });
});

describe('a chain', () => {
  it('begins with the chosen id, its first thought as the question, and its parent', () => {
    const { chain } = sequential().think({ sessionId: 'cache-1', parentSessionId: 'k7m2p9xa' });
    expect(chain).toMatchObject({
      id: 'cache-1',
      protocol: 'sequential',
      tool: 'sequentialthinking',
      question: 'Compare the two cache designs.',
      created_at: NOW,
      parentSessionId: 'k7m2p9xa',
    });
  });

  it('has a question even when the first thought is blank, and the given label', () => {
    const chain = beginChain(inputOf('sequentialthinking', { thought: ' ' }), NOW, 'shop');
    expect(chain).toMatchObject({ question: 'sequentialthinking', project: 'shop', thoughts: [] });
  });

  it('keeps its parent until another is named', () => {
    const notebook = sequential();
    notebook.think({ parentSessionId: 'one' });
    expect(notebook.think().chain.parentSessionId).toBe('one');
    expect(notebook.think({ parentSessionId: 'two' }).chain.parentSessionId).toBe('two');
  });

  it('is a new one after its end with a plain thought 1', () => {
    const notebook = sequential();
    notebook.think({ nextThoughtNeeded: false, thoughtNumber: 3 });
    expect(notebook.think().response.thoughtHistoryLength).toBe(1);
    expect(notebook.think().response.thoughtHistoryLength).toBe(2);
  });

  it.each([
    { thoughtNumber: 2 },
    { isRevision: true },
    { revisesThought: 1 },
    { branchFromThought: 1 },
    { branchId: 'b' },
    { sessionId: 'mine' },
  ])('goes on after its end with %j', (overlay) => {
    const ended = chainOf('sequentialthinking', [{ nextThoughtNeeded: false }]);
    expect(startsAnew(ended, inputOf('sequentialthinking', overlay))).toBe(false);
  });

  it('is open again after its end when another thought wants a further one', () => {
    const notebook = sequential();
    notebook.think({ nextThoughtNeeded: false });
    expect(notebook.think({ thoughtNumber: 2 }).chain.closed).toBe(false);
  });

  it('begins anew when there is none or the current one was closed by another tool', () => {
    const input = inputOf('sequentialthinking');
    const open = chainOf('sequentialthinking', [{}]);
    expect(startsAnew(null, input)).toBe(true);
    expect(startsAnew(open, input)).toBe(false);
    expect(startsAnew({ ...open, status: 'finalized' }, input)).toBe(true);
  });

  it('takes thoughts of its own tool while it is active', () => {
    const chain: Chain = chainOf('sequentialthinking', [{}]);
    expect(objectionTo(chain, 'sequentialthinking')).toBeNull();
    expect(objectionTo(chain, 'darbot_deepmind')).toEqual({ code: 'wrong_tool', tool: 'sequentialthinking' });
    expect(objectionTo({ ...chain, status: 'archived' }, 'sequentialthinking')).toEqual({
      code: 'not_active',
      status: 'archived',
    });
    expect(objectionTo(newSession(), 'sequentialthinking')).toMatchObject({ code: 'wrong_protocol' });
  });
});
