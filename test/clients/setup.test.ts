import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { applyPatch } from 'diff';
import { parse } from 'jsonc-parser';
import { describe, expect, it } from 'vitest';
import type { Client, Machine, Scope } from '../../src/clients/client.ts';
import { CLIENTS } from '../../src/clients/clients.ts';
import { pathsIn, scopesOf } from '../../src/clients/place.ts';
import { remove } from '../../src/clients/remove.ts';
import { entryState, type SetupOptions, setup } from '../../src/clients/setup.ts';
import { clientOf, fakeMachine } from '../support/fake-machine.ts';

const editable = CLIENTS.filter(({ handling }) => handling !== 'print');
const cases = editable.flatMap((client) => scopesOf(client).map((scope) => [client.id, scope] as const));

/** A file as people have it: other servers, other settings, comments where the client takes them. */
function usualFile({ keys, format }: Client, { lineEnd = '\n', indent = '  ', mark = '' } = {}): string {
  const [key = ''] = keys;
  const note = (text: string) => (format === 'json' ? '' : text);
  const lines = [
    note('// my settings'),
    '{',
    `${indent}"theme": "dark",${note(' /* at night too */')}`,
    `${indent}"${key}": {`,
    `${indent}${indent}"files": {`,
    `${indent}${indent}${indent}"command": "npx",`,
    `${indent}${indent}${indent}"args": ["-y",   "server-files", "/tmp"],`,
    `${indent}${indent}${indent}"env": { "TOKEN": "é\\u00e9" }`,
    `${indent}${indent}}${note(' // the one I use')}`,
    `${indent}},`,
    `${indent}"last":    [1,2,  3]`,
    '}',
    '',
  ];
  return mark + lines.filter((line, index) => line !== '' || index === lines.length - 1).join(lineEnd);
}

function place(id: string, scope: Scope, content: string | null) {
  const machine = fakeMachine();
  const client = clientOf(id);
  const file = pathsIn(client, scope, machine)[0] ?? '';
  if (content !== null) {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, content);
  }
  const read = () => readFileSync(file, 'utf8');
  const doSetup = (options: SetupOptions = {}) => setup(client, { scope, ...options }, machine);
  const doRemove = (options: SetupOptions = {}) => remove(client, { scope, ...options }, machine);
  return { machine, client, file, read, doSetup, doRemove, names: () => readdirSync(dirname(file)).sort() };
}

function entryOf({ keys }: Client, text: string): Record<string, unknown> {
  let value = parse(text.replace(/^\uFEFF/, ''), [], { allowTrailingComma: true });
  for (const key of [...keys, 'deep-think']) value = value[key];
  return value;
}

describe.each(cases)('%s, scope %s', (id, scope) => {
  it('makes the file where there is none, leaves it at a second call, and takes it away again', () => {
    const { file, read, doSetup, doRemove, names } = place(id, scope, null);
    expect(doSetup()).toEqual({ kind: 'written', file, action: 'created', backup: null, marked: false });
    const once = read();
    expect(once).toContain('deep-think-mcp');
    expect(doSetup()).toEqual({ kind: 'unchanged', file, marked: false });
    expect(read()).toBe(once);
    expect(doRemove()).toMatchObject({ kind: 'written', action: 'deleted', backup: null });
    expect(names()).toEqual([]);
    expect(doRemove()).toEqual({ kind: 'unchanged', file, marked: false });
  });
});

const shared = cases.filter(([id]) => clientOf(id).handling === 'edit');
const layouts = [
  { lineEnd: '\n', indent: '  ' },
  { lineEnd: '\r\n', indent: '\t' },
  { lineEnd: '\r\n', indent: '    ', mark: '\uFEFF' },
];

describe.each(shared)('%s with a file of its own, scope %s', (id, scope) => {
  it.each(layouts)('keeps every byte from setup to removal: %j', (layout) => {
    const before = usualFile(clientOf(id), layout);
    const { client, file, read, doSetup, doRemove, names } = place(id, scope, before);
    const others = names();
    const backup = `${file}.deep-think-backup`;
    const marked = layout.mark !== undefined;
    expect(doSetup()).toEqual({ kind: 'written', file, action: 'changed', backup, marked });
    expect(readFileSync(backup, 'utf8')).toBe(before);
    const once = read();
    expect(Object.keys(entryOf(client, once))).toContain('command');
    expect(once.split(layout.lineEnd).length).toBe(once.split('\n').length);
    expect(doSetup()).toEqual({ kind: 'unchanged', file, marked });
    expect(read()).toBe(once);
    expect(doRemove()).toEqual({ kind: 'written', file, action: 'changed', backup: null, marked });
    expect(read()).toBe(before);
    expect(names()).toEqual(others);
  });

  it('shows both changes in a dry run as a diff that fits, and writes nothing', () => {
    const before = usualFile(clientOf(id));
    const { read, doSetup, doRemove, names } = place(id, scope, before);
    const planned = doSetup({ dryRun: true });
    if (planned.kind !== 'planned') throw new Error(planned.kind);
    expect([read(), names()]).toEqual([before, names().filter((name) => !name.includes('backup'))]);
    doSetup();
    expect(applyPatch(before, planned.diff)).toBe(read());
    const removal = doRemove({ dryRun: true });
    if (removal.kind !== 'planned') throw new Error(removal.kind);
    expect(applyPatch(read(), removal.diff)).toBe(before);
  });
});

describe('an entry that is there', () => {
  const found = {
    'deep-think': {
      command: 'old',
      args: ['x'],
      env: { LOG: '1' },
      disabled: true,
      autoApprove: ['next_action'],
    },
  };
  const text = `${JSON.stringify({ mcpServers: found }, null, 4)}\n`;

  it('gets our keys and keeps the others', () => {
    const { client, read, doSetup } = place('cline', 'user', text);
    expect(doSetup({ home: '~/data' }).kind).toBe('written');
    expect(entryOf(client, read())).toEqual({
      command: 'npx',
      args: ['-y', 'deep-think-mcp'],
      env: { LOG: '1', DEEP_THINK_HOME: '~/data' },
      disabled: true,
      autoApprove: ['next_action'],
      type: 'stdio',
    });
  });

  it('keeps the data folder it names when none is asked for', () => {
    const { client, read, doSetup } = place('cursor', 'user', null);
    doSetup({ home: '/data' });
    doSetup({ toolsets: ['all'] });
    expect(entryOf(client, read())).toMatchObject({
      args: ['-y', 'deep-think-mcp'],
      env: { DEEP_THINK_HOME: '/data' },
    });
  });

  it('changes from a command to an address and back', () => {
    const { client, read, doSetup } = place('cursor', 'user', null);
    doSetup();
    doSetup({ remote: { url: 'http://127.0.0.1:3000/mcp', token: 'secret' } });
    expect(entryOf(client, read())).toEqual({
      url: 'http://127.0.0.1:3000/mcp',
      headers: { Authorization: 'Bearer secret' },
    });
    doSetup();
    expect(entryOf(client, read())).toEqual({
      type: 'stdio',
      command: 'npx',
      args: ['-y', 'deep-think-mcp', '--toolsets', 'serial,sequential'],
    });
  });

  it('is replaced when it is no table of keys', () => {
    const { client, read, doSetup } = place('claude-desktop', 'user', '{"mcpServers":{"deep-think":null}}');
    doSetup();
    expect(entryOf(client, read())).toEqual({ command: 'npx', args: ['-y', 'deep-think-mcp'] });
  });

  it('leaves only the rest of a file that has changed since setup, after a copy', () => {
    const { file, read, doSetup, doRemove } = place('vscode', 'project', '{\n  "servers": {}\n}\n');
    doSetup();
    writeFileSync(file, read().replace('{\n', '{\n  "inputs": [], // new\n'));
    const changed = read();
    const backup = `${file}.deep-think-backup-2`;
    expect(doRemove()).toMatchObject({ kind: 'written', action: 'changed', backup });
    expect(read()).toBe('{\n  "inputs": [], // new\n  "servers": {}\n}\n');
    expect(readFileSync(backup, 'utf8')).toBe(changed);
  });

  it('never replaces an earlier copy, and makes none twice', () => {
    const { file, doSetup, names } = place('gemini-cli', 'user', '{}');
    doSetup();
    doSetup({ home: '/a' });
    doSetup({ home: '/b' });
    writeFileSync(file, '{}');
    doSetup();
    expect(names()).toEqual([
      'settings.json',
      'settings.json.deep-think-backup',
      'settings.json.deep-think-backup-2',
      'settings.json.deep-think-backup-3',
    ]);
    expect(readFileSync(`${file}.deep-think-backup`, 'utf8')).toBe('{}');
  });
});

describe('a file of our own', () => {
  it('is replaced after a copy when somebody has changed it', () => {
    const { file, read, doSetup, doRemove } = place('continue', 'user', null);
    doSetup({ home: '/data', toolsets: ['serial'] });
    const changed = read().replace('30000', '60000');
    writeFileSync(file, changed);
    expect(doSetup()).toMatchObject({ action: 'changed', backup: `${file}.deep-think-backup` });
    expect(read()).not.toContain('60000');
    expect(doRemove()).toMatchObject({ action: 'deleted', backup: null });
    expect(readFileSync(`${file}.deep-think-backup`, 'utf8')).toBe(changed);
  });

  const SECOND = '  - name: other\n    type: stdio\n    command: other\n';
  it.each([
    ['name: mine\n', (_: string) => 'name: mine\n'],
    ['a second server', (ours: string) => `${ours}${SECOND}`],
    ['a second server alone', (ours: string) => ours.replace('- name: deep-think', '- name: other')],
    ['rules', (ours: string) => `${ours}rules:\n  - Be brief.\n`],
    ['a comment', (ours: string) => `# my notes\n${ours}`],
    ['no YAML', () => '{ oops'],
  ])('with %s is neither replaced nor deleted', (_, change) => {
    const { file, read, doSetup, doRemove } = place('continue', 'user', null);
    doSetup();
    const theirs = change(read());
    writeFileSync(file, theirs);
    expect(doSetup()).toEqual({ kind: 'not_ours', file });
    expect(doRemove()).toEqual({ kind: 'not_ours', file });
    expect(read()).toBe(theirs);
  });

  it('may call a running server, and may be blank', () => {
    const { read, doSetup, doRemove } = place('continue', 'user', '\n');
    const remote = { url: 'http://127.0.0.1:1/mcp', token: 'x' };
    expect(doSetup({ remote })).toMatchObject({ action: 'changed' });
    expect(doSetup()).toMatchObject({ action: 'changed' });
    expect(read()).toContain('command: npx');
    expect(doRemove()).toMatchObject({ action: 'deleted' });
  });

  it('counts as ours with the line ends of Windows', () => {
    const { file, read, doSetup, machine, client } = place('continue', 'user', null);
    doSetup();
    writeFileSync(file, read().replaceAll('\n', '\r\n'));
    expect(doSetup().kind).toBe('unchanged');
    expect(entryState(client, {}, machine).kind).toBe('equal');
    expect(entryState(client, { home: '/data' }, machine)).toMatchObject({
      kind: 'different',
      differences: [],
    });
  });
});

describe('the state of an entry', () => {
  const states = (machine: Machine, options: SetupOptions = {}) =>
    entryState(clientOf('claude-code'), options, machine);

  it('is absent, equal or different, and says in what', () => {
    const { machine, file, doSetup } = place('claude-code', 'user', null);
    expect(states(machine)).toEqual({ kind: 'absent', file });
    doSetup({ home: '/data' });
    expect(states(machine)).toEqual({ kind: 'equal', file, marked: false });
    expect(states(machine, { home: '/other', toolsets: ['tree'], checkout: '/co' })).toEqual({
      kind: 'different',
      file,
      marked: false,
      differences: [
        { key: 'command', found: '"npx"', wanted: '"node"' },
        {
          key: 'args',
          found: '["-y","deep-think-mcp"]',
          wanted: '["/co/dist/main.cjs","--toolsets","tree"]',
        },
        { key: 'env.DEEP_THINK_HOME', found: '…', wanted: '…' },
      ],
    });
  });

  it('shows no token', () => {
    const { machine } = place('claude-code', 'user', null);
    const remote = { url: 'http://localhost/mcp', token: 'top-secret' };
    setup(clientOf('claude-code'), { remote }, machine);
    const state = states(machine, { remote: { ...remote, token: 'other-secret' } });
    expect(state.kind).toBe('different');
    expect(JSON.stringify(state)).not.toContain('secret');
  });

  it('finds the file of opencode under its other name', () => {
    const machine = fakeMachine();
    const file = join(machine.cwd, 'opencode.jsonc');
    writeFileSync(file, '{} // mine\n');
    expect(setup(clientOf('opencode'), { scope: 'project' }, machine)).toMatchObject({ file });
    expect(existsSync(join(machine.cwd, 'opencode.json'))).toBe(false);
    expect(parse(readFileSync(file, 'utf8')).mcp['deep-think']).toEqual({
      type: 'local',
      command: ['npx', '-y', 'deep-think-mcp'],
      enabled: true,
    });
  });
});
