// Packs the built server into build/: one file that a client installs by opening it.
import { dirname, join } from 'node:path';
import { packMcpb } from './ship/mcpb.mjs';

const root = dirname(import.meta.dirname);
await packMcpb(root, join(root, 'build'));
