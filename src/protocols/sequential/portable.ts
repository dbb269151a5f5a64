import * as z from 'zod';
import { lateSchema } from '../../core/late-schema.ts';
import { portableHeader, type RecordImport } from '../../core/portable-record.ts';
import { needsNext } from './record.ts';
import { CHAIN_PROTOCOL, Chain, trackedBranch } from './state.ts';

const ImportedChain = lateSchema(() =>
  z.strictObject({
    ...Chain.made().shape,
    ...portableHeader(),
    id: z.string(),
    created_at: z.string(),
    updated_at: z.string(),
    protocol: z.literal(CHAIN_PROTOCOL),
  }),
);

/** How an exported chain comes back: its branches and its end follow from its thoughts. */
export const chainImport: RecordImport<Chain> = {
  schema: ImportedChain,
  broken: ({ thoughts }) => (thoughts.length === 0 ? { at: 'thoughts', expected: 'some thoughts' } : null),
  settle: (chain) => {
    const last = chain.thoughts.at(-1);
    const branches = [...new Set(chain.thoughts.flatMap((each) => trackedBranch(each) ?? []))];
    return { ...chain, branches, closed: last !== undefined && !needsNext({ tool: chain.tool, ...last }) };
  },
};
