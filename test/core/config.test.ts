import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { applyOverrides, mergeLayers, usableOverrides, validateConfig } from '../../src/core/config.ts';
import { defaultConfig, defaultLayers } from '../support/given.ts';

function problems(over: Record<string, unknown>) {
  const result = validateConfig(mergeLayers(defaultLayers, over));
  return result.ok ? [] : result.problems;
}

describe('merging layers', () => {
  it('lays tables over one another key by key', () => {
    const base = { serial: { max_rounds: 3, commit: 'best' }, limits: { text_kib: 1 } };
    expect(mergeLayers(base, { serial: { max_rounds: 5 } })).toEqual({
      serial: { max_rounds: 5, commit: 'best' },
      limits: { text_kib: 1 },
    });
  });

  it('replaces lists, plain values and what is no table on one of the two sides', () => {
    expect(mergeLayers({ a: [1, 2], b: { c: 1 }, d: 1 }, { a: [3], b: null, d: { e: 1 } })).toEqual({
      a: [3],
      b: null,
      d: { e: 1 },
    });
  });

  it('takes __proto__ and constructor as plain keys', () => {
    const over = JSON.parse(
      '{"__proto__": {"polluted": true}, "constructor": {"prototype": {"polluted": 1}}}',
    );
    const merged = mergeLayers({ serial: {} }, over);
    expect(Object.keys(merged).sort()).toEqual(['__proto__', 'constructor', 'serial']);
    expect(Object.getPrototypeOf(merged)).toBe(Object.prototype);
    expect('polluted' in {}).toBe(false);
    expect('polluted' in merged).toBe(false);
  });

  it('changes neither side, is idempotent, and keeps what is laid over', () => {
    const tree = fc.dictionary(
      fc.constantFrom('a', 'b', 'c', '__proto__'),
      fc.oneof(fc.integer(), fc.array(fc.integer()), fc.dictionary(fc.constantFrom('x', 'y'), fc.integer())),
    );
    fc.assert(
      fc.property(tree, tree, (base, over) => {
        const copies = structuredClone([base, over]);
        const merged = mergeLayers(base, over);
        expect([base, over]).toEqual(copies);
        expect(mergeLayers(merged, over)).toEqual(merged);
        for (const [key, value] of Object.entries(over))
          if (typeof value === 'number') expect(Object.entries(merged)).toContainEqual([key, value]);
      }),
    );
  });
});

describe('validating', () => {
  it('accepts the packaged defaults', () => {
    expect(defaultConfig.serial).toMatchObject({ max_rounds: 3, score_threshold: 0.05, commit: 'best' });
    expect(defaultConfig.serial.edit_distance_epsilon).toBe(0.05);
    expect(defaultConfig.stages.default).toHaveLength(5);
    expect(defaultConfig.limits).toEqual({
      text_kib: 256,
      session_mib: 64,
      message_mib: 32,
      sessions: 0,
      age_days: 0,
    });
    expect(defaultConfig.privacy.redact).toBe(false);
  });

  it.each([
    ['serial.max_rounds', { serial: { max_rounds: 0 } }],
    ['serial.max_rounds', { serial: { max_rounds: 1.9 } }],
    ['serial.max_rounds', { serial: { max_rounds: '2' } }],
    ['serial.score_threshold', { serial: { score_threshold: 1.01 } }],
    ['serial.score_threshold', { serial: { score_threshold: -0.01 } }],
    ['serial.edit_distance_epsilon', { serial: { edit_distance_epsilon: Number.NaN } }],
    ['serial.commit', { serial: { commit: 'first' } }],
    ['serial.default_lenses', { serial: { default_lenses: [] } }],
    ['serial.default_lenses.1', { serial: { default_lenses: ['steel_man', ' '] } }],
    ['stages.default', { stages: { default: ['A', 'B', 'A'] } }],
    ['stages.default', { stages: { default: [] } }],
    ['limits.text_kib', { limits: { text_kib: 0 } }],
    ['limits.session_mib', { limits: { session_mib: 1025 } }],
    ['limits.message_mib', { limits: { message_mib: 257 } }],
    ['limits.sessions', { limits: { sessions: -1 } }],
    ['limits.age_days', { limits: { age_days: 0.5 } }],
    ['privacy.redact', { privacy: { redact: 'yes' } }],
    ['serial', { serial: 3 }],
  ])('names %s', (key, over) => {
    expect(problems(over)).toMatchObject([{ code: 'bad_value', key }]);
  });

  it('accepts the ends of every range', () => {
    const serial = { max_rounds: 1, score_threshold: 0, edit_distance_epsilon: 1 };
    expect(problems({ serial, limits: { text_kib: 65536, session_mib: 1024, message_mib: 256 } })).toEqual(
      [],
    );
  });

  it('names an unknown key, at the top and in a table', () => {
    expect(problems({ serial: { max_round: 2 } })).toMatchObject([
      { code: 'unknown_key', key: 'serial.max_round' },
    ]);
    expect(problems({ serail: {} })).toMatchObject([{ code: 'unknown_key', key: 'serail' }]);
  });

  it('names every wrong key at once', () => {
    const over = { serial: { max_rounds: 0, commit: '' }, limits: { text_kib: 0 } };
    expect(problems(over).map((each) => each.key)).toEqual([
      'serial.max_rounds',
      'serial.commit',
      'limits.text_kib',
    ]);
  });

  it('names a table that is missing', () => {
    const { limits: _, ...others } = defaultConfig;
    const result = validateConfig(others);
    expect(result).toMatchObject({ ok: false, problems: [{ key: 'limits' }] });
  });
});

describe('the overrides of a session', () => {
  it('replace single keys of serial and stages', () => {
    const result = applyOverrides(defaultConfig, {
      serial: { max_rounds: 1 },
      stages: { default: ['Only'] },
    });
    expect(result).toEqual({
      ok: true,
      config: {
        ...defaultConfig,
        serial: { ...defaultConfig.serial, max_rounds: 1 },
        stages: { default: ['Only'] },
      },
    });
  });

  it('leave the configuration itself as it was', () => {
    const before = structuredClone(defaultConfig);
    applyOverrides(defaultConfig, { serial: { max_rounds: 9, default_lenses: ['x'] } });
    expect(defaultConfig).toEqual(before);
  });

  it.each([['limits'], ['store'], ['__proto__'], ['constructor']])('may not touch %s', (table) => {
    const result = applyOverrides(defaultConfig, JSON.parse(`{"${table}": {"text_kib": 1}}`));
    expect(result).toEqual({
      ok: false,
      problems: [{ code: 'not_overridable', key: table, expected: 'serial, subagent, stages' }],
    });
  });

  it.each([['endpoint'], ['endpoints'], ['api_key']])('may not touch subagent.%s', (key) => {
    const result = applyOverrides(defaultConfig, { subagent: { max_rounds: 1, [key]: 'http://localhost' } });
    expect(result).toEqual({
      ok: false,
      problems: [
        {
          code: 'not_overridable',
          key: `subagent.${key}`,
          expected: 'max_rounds, equilibrium_threshold, agents, engine, model, timeout, retries',
        },
      ],
    });
  });

  it('are freed of what a stored session may not set', () => {
    const { overrides, dropped } = usableOverrides(
      {
        subagent: { engine: 'manual', endpoint: 'http://localhost', sequential_fallback: true },
        limits: { text_kib: 1 },
      },
      defaultConfig,
    );
    expect(overrides).toEqual({ subagent: { engine: 'manual' } });
    expect(dropped.sort()).toEqual(['limits', 'subagent.endpoint', 'subagent.sequential_fallback']);
  });

  it.each([
    [{ max_rounds: 0 }, 'max_rounds'],
    [{ agents: [] }, 'agents'],
    [{ agents: ['x', 'x'] }, 'agents'],
    [{ agents: [' '] }, 'agents.0'],
    [{ equilibrium_threshold: 1.1 }, 'equilibrium_threshold'],
    [{ engine: 'oracle' }, 'engine'],
    [{ timeout: 0 }, 'timeout'],
  ])('name the key of subagent that is wrong: %j', (subagent, key) => {
    const result = applyOverrides(defaultConfig, { subagent });
    expect(result).toMatchObject({ ok: false, problems: [{ key: `subagent.${key}` }] });
  });

  it('are refused by key when a value is wrong', () => {
    const result = applyOverrides(defaultConfig, { serial: { max_rounds: 'many' } });
    expect(result).toMatchObject({ ok: false, problems: [{ key: 'serial.max_rounds' }] });
  });
});
