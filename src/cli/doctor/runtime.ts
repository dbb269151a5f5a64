import process from 'node:process';
import { type Check, ok, problem } from './finding.ts';

const OLDEST = 20;

/** Whether this Node runs the server. */
export const runtime: Check = {
  name: 'node',
  look: () => {
    const { node } = process.versions;
    return Number.parseInt(node, 10) >= OLDEST
      ? [ok(`Node ${node}`)]
      : [problem(`Node ${node} is too old`, `Install Node ${OLDEST} or a later one.`)];
  },
};
