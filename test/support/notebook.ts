import { type InputRefusal, type InputRules, readThought } from '../../src/protocols/sequential/input.ts';
import { type Recorded, startsAnew, think } from '../../src/protocols/sequential/record.ts';
import type { Chain, ChainTool } from '../../src/protocols/sequential/state.ts';

export const NOW = '2026-01-02T03:04:05.000Z';

export const LENIENT: InputRules = { strict: false, textBytes: 262_144 };
export const STRICT: InputRules = { ...LENIENT, strict: true };

type Raw = Readonly<Record<string, unknown>>;

export type Answered = { kind: 'recorded'; recorded: Recorded } | { kind: 'refused'; refusal: InputRefusal };

/** A connection with one notebook: it goes on with its current chain as the server does. */
export class Notebook {
  readonly tool: ChainTool;
  readonly rules: InputRules;
  chain: Chain | null = null;

  constructor(tool: ChainTool, rules: InputRules = LENIENT) {
    this.tool = tool;
    this.rules = rules;
  }

  call(raw: Raw): Answered {
    const read = readThought(this.tool, raw, this.rules);
    if (!read.ok) return { kind: 'refused', refusal: read.refusal };
    const current = startsAnew(this.chain, read.input) ? null : this.chain;
    const recorded = think(current, read.input, NOW);
    this.chain = recorded.chain;
    return { kind: 'recorded', recorded };
  }

  /** A call that has to be accepted; `overlay` is laid over a plain first thought. */
  think(overlay: Raw = {}): Recorded {
    const answer = this.call(plain(overlay));
    if (answer.kind === 'refused') throw new Error(JSON.stringify(answer.refusal));
    return answer.recorded;
  }
}

/** The arguments of a plain first thought with others laid over them. */
export function plain(overlay: Raw = {}): Raw {
  const base = { thought: 'Compare the two cache designs.', thoughtNumber: 1, totalThoughts: 3 };
  return { ...base, nextThoughtNeeded: true, ...overlay };
}

/** The chain after these overlays, one call each. */
export function chainOf(tool: ChainTool, overlays: readonly Raw[]): Chain {
  const notebook = new Notebook(tool);
  for (const overlay of overlays) notebook.think(overlay);
  if (notebook.chain === null) throw new Error('no thought');
  return notebook.chain;
}
