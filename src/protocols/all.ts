import type { Protocol } from '../kit/protocol.ts';
import { review } from './review/protocol.ts';
import { sequential } from './sequential/protocol.ts';
import { serial } from './serial/protocol.ts';
import { subagent } from './subagent/protocol.ts';
import { tree } from './tree/protocol.ts';

/** Every way of reasoning; those with stages in the order in which the modes are offered. */
export const protocols: readonly Protocol[] = [serial, subagent, sequential, tree, review];
