import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { EntryOptions } from '../../src/clients/client.ts';
import { CLIENTS } from '../../src/clients/clients.ts';
import { findEntry } from '../../src/clients/found-entry.ts';
import { pathsIn, scopesOf } from '../../src/clients/place.ts';
import { setup } from '../../src/clients/setup.ts';
import { clientOf, fakeMachine } from '../support/fake-machine.ts';

const edited = CLIENTS.filter(({ handling }) => handling === 'edit');
const cases = edited.flatMap((client) => scopesOf(client).map((scope) => [client.id, scope] as const));

const OPTIONS: readonly EntryOptions[] = [
  {},
  { toolsets: ['serial', 'tree'] },
  { toolsets: ['all'] },
  { checkout: '/opt/deep-think', home: '/data/thoughts', toolsets: ['serial'] },
  { remote: { url: 'http://127.0.0.1:4000/mcp', token: 'abc' } },
];

describe('an entry that setup has written', () => {
  it.each(cases)('is found in %s (%s) with the options that it was written with', (id, scope) => {
    const client = clientOf(id);
    for (const options of OPTIONS.filter(({ remote }) => remote === undefined || client.remote !== null)) {
      const machine = fakeMachine();
      setup(client, { scope, ...options }, machine);
      const found = findEntry(client, { scope, checkout: '/opt/deep-think', machine });
      expect(found).toMatchObject({ isByHand: false, state: { kind: 'equal' } });
    }
  });

  it('is found in a file of our own, but one that holds more is left to its owner', () => {
    const [client, machine] = [clientOf('continue'), fakeMachine()];
    const about = { scope: 'user', checkout: '/opt/deep-think', machine } as const;
    expect(findEntry(client, about)).toBeNull();
    setup(client, { scope: 'user', checkout: '/opt/deep-think' }, machine);
    expect(findEntry(client, about)).toMatchObject({ isByHand: false, state: { kind: 'equal' } });
    setup(client, { scope: 'user', home: '/data' }, machine);
    expect(findEntry(client, about)).toMatchObject({ isByHand: true });
  });
});

describe('an entry that somebody changed', () => {
  const cursor = clientOf('cursor');
  const changed = (change: (text: string) => string) => {
    const machine = fakeMachine();
    setup(cursor, { toolsets: ['serial'] }, machine);
    const file = pathsIn(cursor, 'user', machine)[0] ?? '';
    writeFileSync(file, change(readFileSync(file, 'utf8')));
    return findEntry(cursor, { scope: 'user', checkout: '/opt', machine });
  };

  it('differs where the type is another one', () => {
    const found = changed((text) => text.replace('"stdio"', '"sse"'));
    expect(found).toMatchObject({
      isByHand: false,
      state: { kind: 'different', differences: [{ key: 'type' }] },
    });
  });

  it('is by hand where the command has more words', () => {
    expect(changed((text) => text.replace('"-y"', '"-y", "--quiet"'))).toMatchObject({ isByHand: true });
    expect(changed((text) => text.replace('"npx"', '"/opt/npx"'))).toMatchObject({ isByHand: true });
  });

  it('is a refusal where the file cannot be read, and nothing in a file that only others write', () => {
    const machine = fakeMachine();
    const file = pathsIn(cursor, 'user', machine)[0] ?? '';
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, '{');
    const about = { scope: 'user', checkout: '/opt', machine } as const;
    expect(findEntry(cursor, about)).toMatchObject({ kind: 'unreadable' });
    expect(findEntry(clientOf('codex'), about)).toBeNull();
    expect(findEntry(clientOf('kiro'), { ...about, checkout: join('/', 'opt') })).toBeNull();
  });
});
