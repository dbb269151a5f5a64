import { parse as parseToml } from 'smol-toml';
import { describe, expect, it } from 'vitest';
import { printBlock } from '../../src/clients/block.ts';
import type { EntryOptions, Machine } from '../../src/clients/client.ts';
import { CLIENTS } from '../../src/clients/clients.ts';
import { toolsetsOf } from '../../src/clients/entry.ts';
import { pathsIn } from '../../src/clients/place.ts';
import { createRegistry } from '../../src/registry.ts';
import { sessionTools } from '../../src/session-tools/all.ts';
import { clientOf } from '../support/fake-machine.ts';

const linux: Machine = { platform: 'linux', env: {}, home: '/home/ada', cwd: '/work' };
const mac: Machine = { platform: 'darwin', env: {}, home: '/Users/ada', cwd: '/work' };
const windows: Machine = { platform: 'win32', env: {}, home: 'C:\\Users\\ada', cwd: 'D:\\work' };

function block(id: string, options: EntryOptions = {}, machine = linux) {
  const made = printBlock(clientOf(id), options, machine);
  if (made.kind !== 'block') throw new Error(made.kind);
  return made;
}

describe('the table of clients', () => {
  it('names each client once', () => {
    const ids = CLIENTS.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.every((id) => /^[a-z]+(-[a-z]+)*$/.test(id))).toBe(true);
  });

  it.each(CLIENTS.filter(({ toolCap }) => toolCap !== null))(
    'leaves $title below its limit of tools',
    (client) => {
      const registry = createRegistry({ autopilot: true });
      const sets = toolsetsOf(client, {}) ?? [...registry.protocols.keys()];
      const own = sets.map((name) => registry.protocols.get(name)?.tools.length ?? Number.NaN);
      const most = own.reduce((sum, count) => sum + count, sessionTools.length);
      expect(most).toBeLessThan(client.toolCap ?? 0);
    },
  );
});

describe('the place of a file', () => {
  it.each([
    ['claude-desktop', linux, '/home/ada/.config/Claude/claude_desktop_config.json'],
    ['claude-desktop', mac, '/Users/ada/Library/Application Support/Claude/claude_desktop_config.json'],
    ['claude-desktop', windows, 'C:\\Users\\ada\\AppData\\Roaming\\Claude\\claude_desktop_config.json'],
    [
      'claude-desktop',
      { ...windows, env: { APPDATA: 'E:\\roaming' } },
      'E:\\roaming\\Claude\\claude_desktop_config.json',
    ],
    ['claude-code', { ...linux, env: { CLAUDE_CONFIG_DIR: '/etc/claude' } }, '/etc/claude/.claude.json'],
    ['vscode', { ...linux, env: { XDG_CONFIG_HOME: '/xdg' } }, '/xdg/Code/User/mcp.json'],
    ['vscode', { ...linux, env: { XDG_CONFIG_HOME: 'relative' } }, '/home/ada/.config/Code/User/mcp.json'],
    ['zed', mac, '/Users/ada/.config/zed/settings.json'],
    ['zed', windows, 'C:\\Users\\ada\\AppData\\Roaming\\Zed\\settings.json'],
    ['goose', windows, 'C:\\Users\\ada\\AppData\\Roaming\\Block\\goose\\config\\config.yaml'],
    ['lm-studio', mac, '/Users/ada/.lmstudio/mcp.json'],
  ])('of %s is right: %j', (id, machine, path) => {
    expect(pathsIn(clientOf(id), 'user', machine)[0]).toBe(path);
  });

  it('lies in the working folder for the scope project', () => {
    expect(block('vscode', { scope: 'project' }).file).toBe('/work/.vscode/mcp.json');
    expect(block('cursor', { scope: 'project' }, windows).file).toBe('D:\\work\\.cursor\\mcp.json');
    expect(printBlock(clientOf('windsurf'), { scope: 'project' }, linux)).toEqual({
      kind: 'no_such_scope',
      scopes: ['user'],
    });
  });
});

describe('a block', () => {
  it('starts npx through cmd on Windows', () => {
    expect(JSON.parse(block('claude-desktop', {}, windows).text).mcpServers['deep-think']).toEqual({
      command: 'cmd',
      args: ['/c', 'npx', '-y', 'deep-think-mcp'],
    });
  });

  it('starts the build of a checkout, with the data folder made absolute', () => {
    const options = { checkout: '/src/deep-think-mcp', home: 'data', toolsets: ['tree', 'serial'] };
    expect(JSON.parse(block('claude-code', options).text).mcpServers['deep-think']).toEqual({
      type: 'stdio',
      command: 'node',
      args: ['/src/deep-think-mcp/dist/main.cjs', '--toolsets', 'tree,serial'],
      env: { DEEP_THINK_HOME: '/work/data' },
    });
  });

  it.each(['~', '~/x', '$HOME/x', '%USERPROFILE%\\x'])('leaves a data folder to the server: %s', (home) => {
    expect(block('claude-code', { home }).text).toContain(JSON.stringify(home));
  });

  it('calls a running server with its token, where the client takes that', () => {
    const remote = { url: 'http://127.0.0.1:3000/mcp', token: 't' };
    const headers = { Authorization: 'Bearer t' };
    const entry = (id: string, key = 'mcpServers') =>
      JSON.parse(block(id, { remote }).text)[key]['deep-think'];
    expect(entry('vscode', 'servers')).toEqual({ type: 'http', url: remote.url, headers });
    expect(entry('windsurf')).toEqual({ serverUrl: remote.url, headers });
    expect(entry('gemini-cli')).toEqual({ httpUrl: remote.url, headers });
    expect(entry('cline')).toEqual({ type: 'streamableHttp', url: remote.url, headers });
    expect(entry('opencode', 'mcp')).toEqual({ type: 'remote', url: remote.url, headers, enabled: true });
    expect(printBlock(clientOf('claude-desktop'), { remote }, linux)).toEqual({ kind: 'no_address' });
  });

  it('is TOML that reads back for Codex, with what Windows needs', () => {
    expect(parseToml(block('codex', { home: '/d' }, windows).text)).toEqual({
      mcp_servers: {
        'deep-think': {
          command: 'cmd',
          args: ['/c', 'npx', '-y', 'deep-think-mcp'],
          env: { DEEP_THINK_HOME: 'D:\\d', SystemRoot: 'C:\\Windows', PROGRAMFILES: 'C:\\Program Files' },
          startup_timeout_sec: 30,
          tool_timeout_sec: 120,
        },
      },
    });
  });

  it('is YAML for Continue and Goose', () => {
    expect(block('continue').text).toBe(`name: deep-think
version: "0.0.1"
schema: v1
mcpServers:
  - name: deep-think
    type: stdio
    command: npx
    args: ["-y", "deep-think-mcp"]
    connectionTimeout: 30000
`);
    expect(block('goose', { home: '/d' }).text).toBe(`extensions:
  deep-think:
    type: stdio
    cmd: npx
    args: ["-y", "deep-think-mcp"]
    envs:
      DEEP_THINK_HOME: "/d"
    name: "Deep Think"
    enabled: true
    timeout: 300
`);
  });
});

describe('an install link', () => {
  const configOf = (link: string | null) => new URL(link ?? '').searchParams.get('config') ?? '';
  const fromBase64 = (text: string) => JSON.parse(Buffer.from(text, 'base64').toString());

  it('carries the entry of the block', () => {
    const options = { home: '/d', toolsets: ['all'] };
    const entry = { command: 'npx', args: ['-y', 'deep-think-mcp'], env: { DEEP_THINK_HOME: '/d' } };
    const cursor = block('cursor', options).link;
    expect(cursor).toMatch(/^cursor:\/\/anysphere\.cursor-deeplink\/mcp\/install\?name=deep-think&config=/);
    expect(fromBase64(configOf(cursor))).toEqual({ type: 'stdio', ...entry });
    const studio = block('lm-studio', options).link;
    expect(studio).toMatch(/^lmstudio:\/\/add_mcp\?name=deep-think&config=/);
    expect(fromBase64(configOf(studio))).toEqual(entry);
    expect(JSON.parse(configOf(block('kiro', options).link))).toEqual(entry);
    const [address, query = ''] = (block('vscode', options).link ?? '').split('?');
    expect(address).toBe('vscode:mcp/install');
    expect(JSON.parse(decodeURIComponent(query))).toEqual({ name: 'deep-think', type: 'stdio', ...entry });
  });

  it('is left out where it could not carry the data folder', () => {
    expect(block('goose').link).toContain('goose://extension?cmd=npx&arg=-y&arg=deep-think-mcp&');
    expect(block('goose', { home: '/d' }).link).toBeNull();
    expect(block('zed').link).toBeNull();
  });
});
