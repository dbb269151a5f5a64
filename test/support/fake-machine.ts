import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Client, Machine } from '../../src/clients/client.ts';
import { CLIENTS } from '../../src/clients/clients.ts';
import { tempHome } from './temp-home.ts';

/** A machine with an empty home folder and an empty project, removed when the test is over. */
export function fakeMachine(): Machine {
  const root = tempHome();
  const machine: Machine = {
    platform: 'linux',
    env: {},
    home: join(root, 'user'),
    cwd: join(root, 'project'),
  };
  mkdirSync(machine.home, { recursive: true });
  mkdirSync(machine.cwd);
  return machine;
}

/** A client of the table by its id. */
export function clientOf(id: string): Client {
  const client = CLIENTS.find((each) => each.id === id);
  if (client === undefined) throw new Error(`no client ${id}`);
  return client;
}
