import { parse } from 'smol-toml';
import type { ConfigKey } from '../../src/core/config-keys.ts';

type Tree = Record<string, unknown>;

/** Every key of the packaged file, in its order; `defaults` is the same file parsed. */
export function configKeys(defaultToml: string, defaults: Tree): ConfigKey[] {
  const keys: ConfigKey[] = [];
  let table = '';
  let about: string[] = [];
  for (const line of defaultToml.split(/\r?\n/u)) {
    const [, header] = /^\[(\w+)\]$/u.exec(line) ?? [];
    const [, comment] = /^# (.*)$/u.exec(line) ?? [];
    const [, name] = /^(\w+) = /u.exec(line) ?? [];
    if (comment !== undefined) about.push(comment);
    if (header !== undefined) table = header;
    if (name !== undefined) keys.push(keyOf(table, name, about.join(' '), defaults));
    if (comment === undefined) about = [];
  }
  return keys;
}

function keyOf(table: string, name: string, about: string, defaults: Tree): ConfigKey {
  const values = defaults[table] as Tree | undefined; // the same file, parsed, has this table
  const variable = `DEEP_THINK_${table}_${name}`.toUpperCase();
  return { key: `${table}.${name}`, table, name, about, fallback: values?.[name], variable };
}

/** What a start needs of config/default.toml, so that it need not read TOML. */
export function packagedConfig(toml: string): { values: Tree; keys: ConfigKey[] } {
  const values = parse(toml);
  return { values, keys: configKeys(toml, values) };
}
