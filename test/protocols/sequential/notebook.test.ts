import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readThought } from '../../../src/protocols/sequential/input.ts';
import { OUTLINE_BYTES, outline } from '../../../src/protocols/sequential/outline.ts';
import { chainMaterial, chainStep } from '../../../src/protocols/sequential/protocol.ts';
import type { Recorded } from '../../../src/protocols/sequential/record.ts';
import { ChainTool, chainReader } from '../../../src/protocols/sequential/state.ts';
import { refusalText, sayRefusal } from '../../../src/protocols/sequential/wording.ts';
import { fieldsIn } from '../../support/chain-recordings.ts';
import { Notebook, STRICT } from '../../support/notebook.ts';

const tool = fc.constantFrom(...ChainTool.options);
const number = fc.oneof(fc.integer({ min: 1, max: 12 }), fc.constantFrom('3', 0, -1, 1.5, null, '', [2]));
const flag = fc.oneof(fc.boolean(), fc.constantFrom('TRUE', 'false', 'no', 1, null));
const branchId = fc.oneof(
  fc.constantFrom('b', 'a', '10', '9', '__proto__', 'constructor', ''),
  fc.string({ unit: 'binary' }),
);
const call = fc.record(
  {
    thought: fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom('same', 7, null)),
    nextThoughtNeeded: flag,
    thoughtNumber: number,
    totalThoughts: number,
    isRevision: flag,
    revisesThought: number,
    branchFromThought: number,
    branchId,
    needsMoreThoughts: flag,
  },
  { requiredKeys: ['thought', 'nextThoughtNeeded', 'thoughtNumber', 'totalThoughts'] },
);
const sensible = fc.record(
  {
    thought: fc.string({ minLength: 1 }).map((text) => `${text}.`),
    nextThoughtNeeded: fc.boolean(),
    thoughtNumber: fc.integer({ min: 8, max: 12 }),
    totalThoughts: fc.integer({ min: 1, max: 12 }),
    branchFromThought: fc.integer({ min: 1, max: 7 }),
    branchId: branchId.filter((id) => id !== ''),
    needsMoreThoughts: fc.boolean(),
  },
  { requiredKeys: ['thought', 'nextThoughtNeeded', 'thoughtNumber', 'totalThoughts', 'branchId'] },
);
const calls = fc.array(fc.oneof(call, sensible), { maxLength: 30 });

interface Model {
  count: number;
  branches: Set<string>;
}

function checkRecorded({ response, chain }: Recorded, model: Model) {
  if (chain.thoughts.length === 1) Object.assign(model, { count: 0, branches: new Set() });
  model.count += 1;
  const thought = chain.thoughts.at(-1);
  if (thought?.branchFromThought !== undefined && thought.branchId !== undefined)
    model.branches.add(thought.branchId);
  expect(response.thoughtHistoryLength).toBe(model.count);
  expect(response.branches).toEqual([...model.branches]);
  expect(response.totalThoughts).toBe(Math.max(response.thoughtNumber, thought?.totalThoughts ?? 0));
  expect(chain.closed).toBe(!response.nextThoughtNeeded);
  expect(chainReader.read(JSON.parse(JSON.stringify(chain)))).toEqual(chain);
}

describe('any sequence of calls', () => {
  it('counts the accepted thoughts of the chain, lists its branches in order, and is untouched by refused ones', () => {
    fc.assert(
      fc.property(tool, calls, (name, sent) => {
        const notebook = new Notebook(name);
        const model = { count: 0, branches: new Set<string>() };
        for (const raw of sent) {
          const before = notebook.chain;
          const copy = structuredClone(before);
          const answer = notebook.call(raw);
          expect(before).toEqual(copy);
          if (answer.kind === 'refused') expect(notebook.chain).toBe(before);
          else checkRecorded(answer.recorded, model);
        }
      }),
    );
  });

  it('leaves a chain that can be shown and gone on with', () => {
    fc.assert(
      fc.property(tool, fc.array(sensible, { minLength: 1 }), (name, sent) => {
        const notebook = new Notebook(name);
        for (const raw of sent) notebook.call(raw);
        const { chain } = notebook;
        if (chain === null) throw new Error('every call was refused');
        expect(chainStep(chain).say).toContain(name);
        expect(JSON.stringify(chainMaterial(chain)).length).toBeLessThan(8000);
        const whole = outline(chain, { selection: { kind: 'all' }, detail: 'texts', bytes: null });
        expect(whole).toMatchObject({ shown: chain.thoughts.length, omitted: 0 });
        for (const detail of ['texts', 'structure'] as const) {
          const cut = outline(chain, { selection: { kind: 'all' }, detail, bytes: OUTLINE_BYTES });
          expect(Buffer.byteLength(cut.markdown)).toBeLessThanOrEqual(OUTLINE_BYTES);
          expect(cut.shown + cut.omitted).toBe(chain.thoughts.length);
        }
      }),
    );
  });
});

describe('any arguments', () => {
  it('are read or refused by the name of each bad field, and never throw', () => {
    const names = ['thought', 'nextThoughtNeeded', 'thoughtNumber', 'totalThoughts', 'branchId', 'sessionId'];
    const raw = fc.dictionary(fc.oneof(fc.constantFrom(...names), fc.string()), fc.anything());
    fc.assert(
      fc.property(tool, raw, fc.boolean(), (name, sent, strict) => {
        const read = readThought(name, sent, { ...STRICT, strict });
        if (read.ok) return;
        const { refusal } = read;
        const text = refusalText(name, sayRefusal(name, refusal));
        if (refusal.kind === 'rule') return;
        const spoken = name === 'darbot_deepmind' ? JSON.parse(text).error : text;
        for (const { field } of refusal.faults) expect(fieldsIn(spoken)).toContain(field);
      }),
    );
  });
});
