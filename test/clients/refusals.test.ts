import {
  chmodSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { pathsIn } from '../../src/clients/place.ts';
import { remove } from '../../src/clients/remove.ts';
import { entryState, setup } from '../../src/clients/setup.ts';
import { sayRefusal } from '../../src/clients/wording.ts';
import { realFs } from '../../src/store/fs-layer.ts';
import { createFailingFs } from '../support/failing-fs.ts';
import { clientOf, fakeMachine } from '../support/fake-machine.ts';

function filed(id: string, content: string | Uint8Array | null, mode = 0o640) {
  const machine = fakeMachine();
  const client = clientOf(id);
  const file = pathsIn(client, 'user', machine)[0] ?? '';
  mkdirSync(dirname(file), { recursive: true });
  if (content !== null) {
    writeFileSync(file, content);
    chmodSync(file, mode);
  }
  return { machine, client, file, names: () => readdirSync(dirname(file)) };
}

describe('a file that cannot be read', () => {
  it.each([
    ['cut off', 'cursor', '{\n  "mcpServers": {\n', 3, 1],
    ['without a comma', 'cursor', '{\n  "a": 1\n  "b": 2\n}', 3, 3],
    ['with a comment where the client takes none', 'claude-desktop', '{\n  // mine\n  "a": 1\n}', 2, 3],
    ['with a trailing comma where the client takes none', 'claude-code', '{\r\n  "a": 1,\r\n}', 3, 1],
    ['that is a list', 'cursor', '[]', 1, 1],
    ['whose servers are a list', 'cursor', '{"mcpServers": []}', 1, 16],
    ['that names its servers twice', 'cursor', '{\n"mcpServers": {},\n"mcpServers": {}\n}', 3, 1],
    [
      'whose entry names a key twice',
      'cursor',
      '{"mcpServers": {"deep-think": {"args": [], "args": []}}}',
      1,
      44,
    ],
    ['with something behind its end', 'cursor', '{}\n{}', 2, 1],
  ])('is left alone: %s', (_, id, text, line, column) => {
    const { machine, client, file, names } = filed(id, text);
    for (const act of [setup, remove, entryState]) {
      const refusal = act(client, {}, machine);
      expect(refusal).toMatchObject({ kind: 'unreadable', file, damage: { line, column } });
      if (refusal.kind === 'unreadable')
        expect(sayRefusal(client, refusal)).toContain(
          `${file} cannot be read at line ${line}, column ${column}`,
        );
    }
    expect(readFileSync(file, 'utf8')).toBe(text);
    expect(names()).toHaveLength(1);
  });

  it('is left alone when it is not UTF-8', () => {
    const bytes = Buffer.from('\uFEFF{}', 'utf16le');
    const { machine, client, file, names } = filed('claude-desktop', bytes);
    expect(setup(client, {}, machine)).toEqual({ kind: 'not_utf8', file });
    expect(readFileSync(file)).toEqual(bytes);
    expect(names()).toHaveLength(1);
  });

  it('is named when it is a folder', () => {
    const { machine, client, file } = filed('cursor', null);
    mkdirSync(file);
    expect(setup(client, {}, machine)).toMatchObject({ kind: 'failed', file });
  });
});

describe('a file that cannot be written', () => {
  it('is left alone when it is read-only, also by root', () => {
    const { machine, client, file, names } = filed('cursor', '{}', 0o444);
    expect(setup(client, {}, machine)).toEqual({ kind: 'read_only', file });
    expect(setup(client, { dryRun: true }, machine)).toEqual({ kind: 'read_only', file });
    expect([readFileSync(file, 'utf8'), names().length]).toEqual(['{}', 1]);
  });

  it('is left alone when another program writes it at the same time', () => {
    const { machine, client, file, names } = filed('cursor', '{}');
    let reads = 0;
    const readFile = (path: string) => {
      const bytes = realFs.readFile(path);
      reads += 1;
      if (reads === 1) writeFileSync(file, '{"new": 1}');
      return bytes;
    };
    expect(setup(client, {}, machine, { ...realFs, readFile })).toEqual({ kind: 'changed_meanwhile', file });
    expect([readFileSync(file, 'utf8'), names().length]).toEqual(['{"new": 1}', 1]);
  });

  it('is as it was whichever call of the system fails', () => {
    for (let position = 0; position < 40; position += 1) {
      const { machine, client, file } = filed('cursor', '{ "a": 1 }');
      const fs = createFailingFs();
      fs.fails = (_, at) => (at === position ? 'EIO' : null);
      const result = setup(client, {}, machine, fs);
      if (result.kind === 'written') continue;
      expect(result).toMatchObject({ kind: 'failed', file });
      expect(readFileSync(file, 'utf8')).toBe('{ "a": 1 }');
    }
  });
});

describe('a file behind a link', () => {
  it('is written through the link, which stays', () => {
    const { machine, client, file } = filed('cursor', null);
    const target = join(machine.home, 'dotfiles.json');
    writeFileSync(target, '{}\n');
    symlinkSync(target, file);
    expect(setup(client, {}, machine)).toMatchObject({ file, backup: `${target}.deep-think-backup` });
    expect([lstatSync(file).isSymbolicLink(), readlinkSync(file)]).toEqual([true, target]);
    expect(readFileSync(target, 'utf8')).toContain('deep-think-mcp');
    remove(client, {}, machine);
    expect([lstatSync(file).isSymbolicLink(), readFileSync(target, 'utf8')]).toEqual([true, '{}\n']);
  });

  it('is not made when the link leads nowhere', () => {
    const { machine, client, file } = filed('cursor', null);
    symlinkSync(join(machine.home, 'gone.json'), file);
    expect(setup(client, {}, machine)).toEqual({ kind: 'dangling_link', file });
    expect(readlinkSync(file)).toBe(join(machine.home, 'gone.json'));
  });
});

describe('the mode of a file', () => {
  const modeOf = (file: string) => statSync(file).mode & 0o777;

  it('stays as it is', () => {
    const { machine, client, file } = filed('cursor', '{}', 0o664);
    setup(client, {}, machine);
    expect(modeOf(file)).toBe(0o664);
    expect(modeOf(`${file}.deep-think-backup`)).toBe(0o600);
  });

  it('is private for a new file of the user and open for one of a project', () => {
    const { machine, client, file } = filed('cursor', null);
    setup(client, {}, machine);
    setup(client, { scope: 'project' }, machine);
    expect(modeOf(file)).toBe(0o600);
    expect(modeOf(join(machine.cwd, '.cursor', 'mcp.json'))).toBe(0o644);
  });
});

describe('a wish that a client does not know', () => {
  it.each([
    ['goose', {}, 'print_only'],
    ['windsurf', { scope: 'project' }, 'no_such_scope'],
    ['claude-desktop', { remote: { url: 'http://localhost' } }, 'no_address'],
  ] as const)('is refused by %s: %j', (id, options, kind) => {
    const client = clientOf(id);
    const result = setup(client, options, fakeMachine());
    expect(result.kind).toBe(kind);
    if (result.kind === kind) expect(sayRefusal(client, result)).toMatch(/ (Run|Use|Leave) /);
  });
});
