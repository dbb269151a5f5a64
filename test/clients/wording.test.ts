import { writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { printBlock } from '../../src/clients/block.ts';
import { pathsIn } from '../../src/clients/place.ts';
import { remove } from '../../src/clients/remove.ts';
import { entryState, setup } from '../../src/clients/setup.ts';
import { sayBlock, sayEntryState, sayRemoval, saySetup } from '../../src/clients/wording.ts';
import { clientOf, fakeMachine } from '../support/fake-machine.ts';

const code = clientOf('claude-code');

describe('what is said', () => {
  it('of a setup and a removal names the file, the copy and what to do next', () => {
    const machine = fakeMachine();
    const file = pathsIn(code, 'user', machine)[0] ?? '';
    writeFileSync(file, '\uFEFF{"a": 1}');
    expect(
      saySetup(code, setup(code, { dryRun: true }, machine))
        .split('\n')
        .at(-1),
    ).toBe('Nothing was written: this was a dry run.');
    const mark =
      'The file begins with a byte-order mark, which some clients cannot read: save it without one.';
    expect(saySetup(code, setup(code, {}, machine)).split('\n')).toEqual([
      `Changed ${file}.`,
      `What it held before is in ${file}.deep-think-backup.`,
      'Restart Claude Code to start the server.',
      mark,
    ]);
    expect(saySetup(code, setup(code, {}, machine)).split('\n')).toEqual([
      `Claude Code is set up already in ${file}.`,
      mark,
    ]);
    expect(sayRemoval(code, remove(code, {}, machine)).split('\n')).toEqual([
      `Changed ${file}.`,
      'Restart Claude Code to end the server. Your sessions stay where they are.',
      mark,
    ]);
    expect(sayRemoval(code, remove(code, {}, machine)).split('\n')[0]).toBe(
      `Claude Code has no entry of deep-think in ${file}.`,
    );
  });

  it('of the state of an entry names each key that differs', () => {
    const machine = fakeMachine();
    const file = pathsIn(code, 'user', machine)[0] ?? '';
    expect(sayEntryState(code, entryState(code, {}, machine))).toBe(`Claude Code: no entry in ${file}.`);
    setup(code, {}, machine);
    expect(sayEntryState(code, entryState(code, {}, machine))).toBe(`Claude Code: set up in ${file}.`);
    expect(
      sayEntryState(code, entryState(code, { home: '/d', checkout: '/c' }, machine)).split('\n'),
    ).toEqual([
      `Claude Code: the entry in ${file} differs from what setup would write.`,
      '  command: "npx", wanted "node"',
      '  args: ["-y","deep-think-mcp"], wanted ["/c/dist/main.cjs"]',
      '  env.DEEP_THINK_HOME: nothing, wanted …',
    ]);
  });

  it('of a block names the place, the limit of tools and the link', () => {
    const machine = fakeMachine();
    const cursor = clientOf('cursor');
    const block = printBlock(cursor, {}, machine);
    if (block.kind !== 'block') throw new Error(block.kind);
    expect(sayBlock(cursor, block).split('\n')).toEqual([
      `Cursor: put this into ${machine.home}/.cursor/mcp.json`,
      'Cursor takes 40 tools of all servers; this entry has the sets serial, sequential.',
      `Or open: ${block.link}`,
    ]);
  });
});
