import { describe, expect, it } from 'vitest';
import { readThought } from '../../../src/protocols/sequential/input.ts';
import type { ChainTool } from '../../../src/protocols/sequential/state.ts';
import { LENIENT, plain, STRICT } from '../../support/notebook.ts';

const tools: readonly ChainTool[] = ['sequentialthinking', 'darbot_deepmind'];

function read(tool: ChainTool, overlay: Record<string, unknown>, rules = LENIENT) {
  return readThought(tool, plain(overlay), rules);
}

/** The refused fields as `field code`, or the broken rule, or null. */
function objections(tool: ChainTool, overlay: Record<string, unknown>, rules = LENIENT) {
  const result = read(tool, overlay, rules);
  if (result.ok) return null;
  const { refusal } = result;
  return refusal.kind === 'rule' ? refusal.code : refusal.faults.map(({ field, code }) => `${field} ${code}`);
}

describe.each(tools)('the arguments of %s', (tool) => {
  it('are read as they are, with absent fields absent', () => {
    const result = read(tool, { isRevision: true, revisesThought: 1, thoughtNumber: 2 });
    expect(result).toEqual({
      ok: true,
      input: { tool, ...plain({ isRevision: true, revisesThought: 1, thoughtNumber: 2 }) },
    });
  });

  it('that are missing are all named, in the order of declaration', () => {
    const result = readThought(tool, {}, LENIENT);
    expect(result).toMatchObject({
      refusal: {
        faults: ['thought', 'nextThoughtNeeded', 'thoughtNumber', 'totalThoughts'].map((field) => ({
          field,
          code: 'missing',
        })),
      },
    });
  });

  it('that are mistyped are all named, together with the missing ones', () => {
    const all = {
      thought: 7,
      nextThoughtNeeded: 'maybe',
      thoughtNumber: 1.5,
      totalThoughts: undefined,
      isRevision: null,
      revisesThought: 0,
      branchFromThought: [2],
      branchId: 5,
      needsMoreThoughts: 1,
      sessionId: 'a/b',
      parentSessionId: 'x'.repeat(65),
    };
    expect(objections(tool, all)).toEqual([
      'thought mistyped',
      'nextThoughtNeeded mistyped',
      'thoughtNumber mistyped',
      'totalThoughts missing',
      'isRevision mistyped',
      'revisesThought mistyped',
      'branchFromThought mistyped',
      'branchId mistyped',
      'needsMoreThoughts mistyped',
      'sessionId bad_id',
      'parentSessionId bad_id',
    ]);
  });

  it('may be clean numeric texts and the words true and false in any case, unless darbot reads them', () => {
    const worded = {
      thoughtNumber: '2',
      totalThoughts: '12',
      nextThoughtNeeded: 'FALSE',
      isRevision: 'false',
    };
    const refused = [
      'nextThoughtNeeded mistyped',
      'thoughtNumber mistyped',
      'totalThoughts mistyped',
      'isRevision mistyped',
    ];
    if (tool === 'darbot_deepmind') expect(objections(tool, worded)).toEqual(refused);
    else
      expect(read(tool, worded)).toMatchObject({
        input: { thoughtNumber: 2, totalThoughts: 12, nextThoughtNeeded: false, isRevision: false },
      });
    expect(objections(tool, worded, STRICT)).toEqual(refused);
  });

  it.each(['', ' ', '0x10', '1e1', '1.5', '0', '-1', 'two', '9007199254740992', '1 2'])(
    'may not be the text "%s" for a number',
    (value) => {
      expect(objections(tool, { thoughtNumber: value })).toEqual(['thoughtNumber mistyped']);
    },
  );

  it.each([true, null, {}, [], [3], 0, -1, 1.5, 2 ** 53, Number.NaN, Number.POSITIVE_INFINITY])(
    'may not be %j for a number',
    (value) => {
      expect(objections(tool, { totalThoughts: value })).toEqual(['totalThoughts mistyped']);
    },
  );

  it.each(['', 'yes', 'on', '1', 0, 1, null, [true], {}])('may not be %j for a boolean', (value) => {
    expect(objections(tool, { nextThoughtNeeded: value })).toEqual(['nextThoughtNeeded mistyped']);
  });

  it('reach up to the largest safe whole number', () => {
    expect(objections(tool, { thoughtNumber: Number.MAX_SAFE_INTEGER, totalThoughts: 1 })).toBeNull();
  });

  it('are passed over when no field has their name', () => {
    const result = read(tool, { task_progress: '- [x] read', thought_number: 4 });
    expect(result).toEqual({ ok: true, input: { tool, ...plain() } });
  });

  it('that were sent under a misspelt name are pointed at', () => {
    const raw = { thought: 'a', thought_number: 1, total_thoughts: 2, next_thought_needed: true };
    expect(readThought(tool, raw, LENIENT)).toMatchObject({
      refusal: {
        faults: [
          { field: 'nextThoughtNeeded', sentAs: 'next_thought_needed' },
          { field: 'thoughtNumber', sentAs: 'thought_number' },
          { field: 'totalThoughts', sentAs: 'total_thoughts' },
        ],
      },
    });
  });

  it('may name a session and its parent, null and empty text naming none', () => {
    const named = { sessionId: '_a-Z9', parentSessionId: 'x'.repeat(64) };
    expect(read(tool, named)).toMatchObject({ input: named });
    const unnamed = read(tool, { sessionId: null, parentSessionId: '' });
    expect(unnamed).toEqual({ ok: true, input: { tool, ...plain() } });
  });

  it('have texts up to the limit in bytes', () => {
    const rules = { ...LENIENT, textBytes: 8 };
    expect(objections(tool, { thought: 'éééé', branchId: 'b' }, rules)).toBeNull();
    const result = read(tool, { thought: 'ééééé', branchId: '123456789' }, rules);
    expect(result).toMatchObject({
      refusal: {
        faults: [
          { field: 'thought', code: 'too_long', got: '10', limit: 8 },
          { field: 'branchId', code: 'too_long', got: '9', limit: 8 },
        ],
      },
    });
  });

  it('are not taken from what an object inherits', () => {
    const raw = Object.create(plain());
    expect(readThought(tool, raw, LENIENT).ok).toBe(false);
  });
});

describe('the rules of sequentialthinking', () => {
  it.each([
    { thought: '' },
    { isRevision: true },
    { revisesThought: 99 },
    { branchFromThought: 99 },
    { branchFromThought: 1, branchId: '' },
  ])('accept %j', (overlay) => {
    expect(objections('sequentialthinking', overlay)).toBeNull();
  });
});

describe('the rules of darbot_deepmind', () => {
  const at5 = (overlay: Record<string, unknown>) =>
    objections('darbot_deepmind', { thoughtNumber: 5, totalThoughts: 9, ...overlay });

  it.each(['', '  ', '\n\t'])('refuse the thought %j', (thought) => {
    expect(at5({ thought })).toEqual(['thought empty']);
  });

  it('name a blank thought before the other bad fields', () => {
    expect(at5({ thought: '', totalThoughts: 'x' })).toEqual(['thought empty', 'totalThoughts mistyped']);
  });

  it('want the revised thought with a revision', () => {
    expect(at5({ isRevision: true })).toBe('revises_missing');
    expect(at5({ isRevision: false })).toBeNull();
    expect(at5({ isRevision: true, revisesThought: 4 })).toBeNull();
  });

  it.each([{}, { isRevision: true }, { isRevision: false }])(
    'want the revised thought below the present one, with %j',
    (flag) => {
      expect(at5({ ...flag, revisesThought: 5 })).toBe('revises_not_below');
      expect(at5({ ...flag, revisesThought: 6 })).toBe('revises_not_below');
      expect(at5({ ...flag, revisesThought: 4 })).toBeNull();
    },
  );

  it('want the fork below the present thought', () => {
    expect(at5({ branchFromThought: 5, branchId: 'c' })).toBe('branch_not_below');
    expect(at5({ branchFromThought: 8 })).toBe('branch_not_below');
    expect(at5({ branchFromThought: 4, branchId: 'c' })).toBeNull();
  });

  it('want a name for a fork, but no fork for a name', () => {
    expect(at5({ branchFromThought: 2 })).toBe('branch_unnamed');
    expect(at5({ branchFromThought: 2, branchId: '' })).toBe('branch_unnamed');
    expect(at5({ branchId: 'alone' })).toBeNull();
  });

  it('come in the order of the page, the first broken one alone', () => {
    expect(at5({ isRevision: true, branchFromThought: 9 })).toBe('revises_missing');
    expect(at5({ revisesThought: 7, branchFromThought: 9 })).toBe('revises_not_below');
    expect(at5({ revisesThought: 7, branchFromThought: 0 })).toEqual(['branchFromThought mistyped']);
  });
});
