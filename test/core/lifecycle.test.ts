import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { placeDecided } from '../../src/core/lifecycle.ts';
import { newSession } from '../support/given.ts';

const move = (timestamp: string) => ({ from_path: '/a', to_path: '/b', timestamp });
const keep = (timestamp: string) => ({ action: 'keep_here', timestamp });
const NOON = '2026-03-01T12:00:00.000Z';

const decided = (over: Record<string, unknown>) =>
  placeDecided(newSession({ status: 'finalized', finalized_at: NOON, ...over }));

// Far from UTC, so that a time without a zone would be off if it were taken as local.
beforeEach(() => vi.stubEnv('TZ', 'Asia/Tokyo'));
afterEach(() => vi.unstubAllEnvs());

describe('the place of the record is decided', () => {
  it('in tests that run in another zone than UTC', () => {
    expect(new Date(2026, 0, 1).getTimezoneOffset()).toBe(-540);
  });

  it('by nothing else than a move or a keep', () => {
    expect(decided({})).toBe(false);
    expect(decided({ decisions: [{ action: 'other', timestamp: '2026-03-01T13:00:00Z' }] })).toBe(false);
  });

  it.each([
    ['after', '2026-03-01T12:00:00.001Z', true],
    ['at', NOON, true],
    ['before', '2026-03-01T11:59:59.999Z', false],
  ])('by a choice %s the time of finalizing: %s', (_, time, expected) => {
    expect(decided({ decisions: [keep(time)] })).toBe(expected);
    expect(decided({ move_history: [move(time)] })).toBe(expected);
  });

  it('by one late choice among early ones', () => {
    const early = keep('2026-02-01T00:00:00Z');
    expect(decided({ decisions: [early, keep('2026-03-02T00:00:00Z'), early] })).toBe(true);
  });

  it('by any choice at all when the time of finalizing is unknown', () => {
    expect(decided({ finalized_at: null, decisions: [keep('2000-01-01T00:00:00Z')] })).toBe(true);
    expect(decided({ finalized_at: null, move_history: [move('not a time')] })).toBe(true);
    expect(decided({ finalized_at: null })).toBe(false);
  });

  it.each([
    ['2026-03-01T12:00:00', true],
    ['2026-03-01T11:59:59', false],
    ['2026-03-01T12:00:00.000000', true],
    ['2026-03-01T13:00:00+01:00', true],
    ['2026-03-01T12:30:00+01:00', false],
    ['2026-03-01T07:00:00-0500', true],
    ['2026-03-01T06:59:00-0500', false],
  ])('counting a time without a zone as UTC and converting others: %s', (time, expected) => {
    expect(decided({ decisions: [keep(time)] })).toBe(expected);
  });

  it('against a time of finalizing that has no zone or another one', () => {
    const choice = { decisions: [keep('2026-03-01T12:00:00Z')] };
    expect(decided({ ...choice, finalized_at: '2026-03-01T12:00:00' })).toBe(true);
    expect(decided({ ...choice, finalized_at: '2026-03-01T12:00:01' })).toBe(false);
    expect(decided({ ...choice, finalized_at: '2026-03-01T14:00:00+02:00' })).toBe(true);
    expect(decided({ ...choice, finalized_at: '2026-03-01T12:00:00-01:00' })).toBe(false);
  });

  it('not by a time that cannot be read', () => {
    expect(decided({ decisions: [keep('yesterday')] })).toBe(false);
  });
});
