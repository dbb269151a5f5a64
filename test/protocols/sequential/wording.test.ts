import { describe, expect, it } from 'vitest';
import { readThought } from '../../../src/protocols/sequential/input.ts';
import { type ChainTool, SignCode } from '../../../src/protocols/sequential/state.ts';
import {
  failureText,
  refusalText,
  sayNote,
  sayObjection,
  sayRefusal,
} from '../../../src/protocols/sequential/wording.ts';
import { LENIENT, plain } from '../../support/notebook.ts';

function refused(tool: ChainTool, overlay: Record<string, unknown>): string {
  const read = readThought(tool, plain(overlay), { ...LENIENT, textBytes: 100 });
  if (read.ok) throw new Error('accepted');
  return refusalText(tool, sayRefusal(tool, read.refusal));
}

describe('a refusal of sequentialthinking', () => {
  it('names every bad field, what it must be and what came', () => {
    const text = refused('sequentialthinking', { thought: undefined, thoughtNumber: 'two', isRevision: '' });
    expect(text).toBe(
      'Nothing was recorded. Correct the call: thought: must be a text and is missing, thoughtNumber: must be a whole number from 1 to 9007199254740991, not "two", isRevision: must be true or false, not ""',
    );
  });

  it('names limit and size, the shape of an id, and a misspelt name', () => {
    expect(refused('sequentialthinking', { thought: 'x'.repeat(101) })).toContain(
      'at most 100 bytes and has 101',
    );
    expect(refused('sequentialthinking', { sessionId: 'a b' })).toContain(
      'sessionId: must be 1 to 64 letters',
    );
    const misspelt = { thoughtNumber: undefined, thought_number: 2 };
    expect(refused('sequentialthinking', misspelt)).toContain('is missing (it was sent as "thought_number")');
  });
});

describe('a refusal of darbot_deepmind', () => {
  it.each([
    [{ thoughtNumber: 2, revisesThought: 2 }, 'revisesThought must be less than thoughtNumber'],
    [{ isRevision: true }, 'revisesThought required when isRevision is true'],
    [{ branchFromThought: 1, branchId: 'b' }, 'branchFromThought must be less than thoughtNumber'],
    [
      { thoughtNumber: 2, branchFromThought: 1 },
      'branchId must be a non-empty text when branchFromThought is given',
    ],
    [{ thought: '' }, 'thought: must be a non-empty text'],
  ])('of %j is exactly error and status', (overlay, text) => {
    expect(JSON.parse(refused('darbot_deepmind', overlay))).toEqual({
      error: `Validation error: ${text}`,
      status: 'failed',
    });
  });
});

describe('a failure', () => {
  it('has the same shape and is no validation error', () => {
    expect(failureText('The disk is full.')).toBe('{"error":"The disk is full.","status":"failed"}');
  });
});

describe('an objection of the session', () => {
  it('says which session it is about and what to do', () => {
    expect(sayObjection('abc', { code: 'wrong_tool', tool: 'darbot_deepmind' })).toMatch(
      /abc.*darbot_deepmind/,
    );
    expect(sayObjection('abc', { code: 'wrong_protocol', protocol: 'serial' })).toMatch(/abc.*serial/);
    expect(sayObjection('abc', { code: 'wrong_protocol', protocol: null })).toContain('no mode yet');
    expect(sayObjection('abc', { code: 'not_active', status: 'finalized' })).toMatch(
      /abc is finalized.*reopen/,
    );
  });
});

describe('a note', () => {
  it('is one line that names the chain, for every sign', () => {
    for (const code of SignCode.made().options) expect(sayNote[code]('abc')).toMatch(/^Chain abc.+\.$/);
  });
});
