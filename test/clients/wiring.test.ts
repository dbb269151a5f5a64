import { describe, expect, it } from 'vitest';
import type { Json, Machine } from '../../src/clients/client.ts';
import { CLIENTS } from '../../src/clients/clients.ts';
import { wantedEntry } from '../../src/clients/entry.ts';
import { wiringPage } from './wiring-page.ts';

const machineOf = (platform: NodeJS.Platform): Machine => ({ platform, env: {}, home: '/h', cwd: '/' });

/** The command and its arguments, in whatever keys a client has them. */
const wordsOf = (entry: Readonly<Record<string, Json>> = {}) =>
  [entry.command ?? entry.cmd ?? [], entry.args ?? []].flat();

const wiringText = await wiringPage();

describe('the page about clients', () => {
  it('shows the block of every client', async () => {
    await expect(wiringText).toMatchFileSnapshot('../../docs/wiring.md');
  });

  it.each(['linux', 'darwin', 'win32'] as const)(
    'tells rightly how a checkout is started on %s',
    (platform) => {
      for (const client of CLIENTS) {
        const entry = (checkout?: string) =>
          wordsOf(wantedEntry(client, { checkout, toolsets: ['tree'] }, machineOf(platform))?.ours);
        const words = entry();
        const behind = words.slice(words.indexOf('deep-think-mcp') + 1);
        expect(entry('/co')).toEqual(['node', expect.stringMatching(/main\.cjs$/), ...behind]);
        const named = words.slice(0, -behind.length).map((word) => `\`${word}\``);
        expect(behind).toEqual(['--toolsets', 'tree']);
        const flat = wiringText.replaceAll(/\s+/g, ' ');
        expect(flat).toContain(`of ${named.slice(0, -1).join(', ')} and ${named.at(-1)} on`);
      }
    },
  );
});
