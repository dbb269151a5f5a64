import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { layerOfFlags } from '../../src/core/config-keys.ts';
import { createPorts } from '../../src/ports.ts';
import { createRegistry, createSlimRegistry, isOver } from '../../src/registry.ts';
import { createDispatcher, type Dispatcher } from '../../src/server/dispatch.ts';
import { withPackaged } from '../../src/store/config-file.ts';
import { noWorkshop } from './no-workshop.ts';
import { renderer } from './renderer.ts';
import { PROJECT } from './server-process.ts';

const packaged = withPackaged(readFileSync(join(PROJECT, 'config', 'default.toml'), 'utf8'));

/** The tools that a server offers. */
export type Offer = 'all' | 'slim';
type World = ReturnType<typeof createPorts>;

/** The ports of a server on this data root; the folder around the root is the user's home. */
export function openPorts(root: string): World {
  const user = dirname(root);
  return createPorts({
    env: { DEEP_THINK_HOME: root },
    home: user,
    cwd: user,
    packageRoot: PROJECT,
    packaged: () => packaged,
    flags: layerOfFlags(packaged.keys, []),
    isOver,
    onRetired: () => undefined,
  });
}

/** What answers tool calls over these ports, without a model. */
export function openDispatcher(ports: World, offer: Offer = 'all'): Dispatcher {
  const parts = { ports, workshop: noWorkshop, renderer };
  const inner = createDispatcher({ registry: createRegistry(), ...parts });
  if (offer === 'all') return inner;
  const registry = createSlimRegistry({ call: inner.call, newId: () => ports.newCode(8) });
  return createDispatcher({ registry, ...parts });
}
