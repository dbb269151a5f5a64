import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { parse } from 'smol-toml';
import { describe, expect, it } from 'vitest';
import { mergeLayers, validateConfig } from '../../src/core/config.ts';
import { layerOfFlags, layerOfVariables } from '../../src/core/config-keys.ts';
import { configKeys } from '../registry/packaged-config.ts';

const toml = readFileSync('config/default.toml', 'utf8');
const defaults = parse(toml);
const keys = configKeys(toml, defaults);

describe('configKeys', () => {
  it('finds every key of the packaged file with its comment, default and variable', () => {
    const named = Object.entries(defaults).flatMap(([table, values]) =>
      Object.keys(values).map((name) => `${table}.${name}`),
    );
    expect(keys.map(({ key }) => key)).toEqual(named);
    for (const { about } of keys) expect(about).toMatch(/[.)]$/);
    expect(keys[0]).toMatchObject({
      key: 'serial.max_rounds',
      fallback: 3,
      variable: 'DEEP_THINK_SERIAL_MAX_ROUNDS',
    });
  });

  it('describes exactly the keys that the schema knows', () => {
    const result = validateConfig(defaults);
    expect(result.ok).toBe(true);
    for (const { table, name } of keys) {
      const without = mergeLayers(defaults, {});
      const values = { ...(without[table] as object) } as Record<string, unknown>;
      delete values[name];
      expect(validateConfig({ ...without, [table]: values }).ok, `${table}.${name}`).toBe(false);
    }
  });
});

describe('layerOfVariables', () => {
  it('reads numbers, words and lists by the type of the default', () => {
    const layer = layerOfVariables(keys, {
      DEEP_THINK_SERIAL_MAX_ROUNDS: ' 5 ',
      DEEP_THINK_SERIAL_COMMIT: 'last',
      DEEP_THINK_STAGES_DEFAULT: 'One, Two',
      DEEP_THINK_LIMITS_TEXT_KIB: '  ',
    });
    expect(layer).toEqual({
      tree: { serial: { max_rounds: 5, commit: 'last' }, stages: { default: ['One', 'Two'] } },
      problems: [],
    });
  });

  it('names the variable that it cannot read', () => {
    const { problems } = layerOfVariables(keys, { DEEP_THINK_SERIAL_MAX_ROUNDS: 'many' });
    expect(problems).toEqual([{ source: 'DEEP_THINK_SERIAL_MAX_ROUNDS', expected: 'a number' }]);
  });
});

describe('layerOfFlags', () => {
  it('takes the last value of a key', () => {
    const layer = layerOfFlags(keys, ['serial.max_rounds=2', 'serial.max_rounds = 4']);
    expect(layer.tree).toEqual({ serial: { max_rounds: 4 } });
  });

  it.each([
    ['serial.max_round=4', 'serial.max_rounds'],
    ['nowhere.at_all=4', 'an existing key'],
    ['serial.max_rounds', 'serial.max_rounds=value'],
    ['serial.max_rounds=x', 'a number'],
  ])('refuses %s and says what is wanted', (flag, expected) => {
    expect(layerOfFlags(keys, [flag]).problems).toEqual([{ source: `--set ${flag}`, expected }]);
  });

  it('never throws and never invents a table', () => {
    fc.assert(
      fc.property(fc.array(fc.string()), (flags) => {
        const { tree } = layerOfFlags(keys, flags);
        expect(Object.keys(tree).filter((table) => !Object.hasOwn(defaults, table))).toEqual([]);
      }),
    );
  });
});
