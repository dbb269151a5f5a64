import type { NodeState } from '../../src/protocols/tree/state.ts';
import type { Fields } from './recordings.ts';
import { TreeBench } from './tree-bench.ts';

/** A node as the tests write it. */
export function planned(id: string, parent: string | null, title = `Topic ${id}`): Fields {
  return { id, parent, title, plannedAction: `Look into ${id}` };
}

/** A result as the tests write it. */
export function found(nodeId: string, state: NodeState | string, extra: Fields = {}): Fields {
  return { nodeId, state, findings: `Findings for ${nodeId}`, agentId: `agent-${nodeId}`, ...extra };
}

/** An investigation under way: its bench, its id, and short forms of the two calls of the loop. */
export class Trunk {
  readonly bench: TreeBench;
  readonly id: string;

  constructor(start: Fields = {}) {
    this.bench = new TreeBench();
    this.id = this.bench.start(start);
  }

  call(tool: string, args: Fields = {}): Fields {
    return this.bench.ok(tool, { sessionId: this.id, ...args });
  }

  propose(...nodes: readonly Fields[]): Fields {
    return this.call('tot_propose', { nodes });
  }

  commit(...results: readonly Fields[]): Fields {
    return this.call('tot_commit', { results });
  }

  /** Proposes, waits long enough and commits; every step has to be accepted. */
  grow(...nodes: readonly (readonly [string, string | null, NodeState])[]): this {
    const proposed = this.propose(...nodes.map(([id, parent]) => planned(id, parent)));
    this.bench.advance(10_000);
    const committed = this.commit(...nodes.map(([id, , state]) => found(id, state)));
    if (proposed.status !== 'OK' || committed.status !== 'OK')
      throw new Error(JSON.stringify([proposed.errors, committed.errors]));
    return this;
  }

  /** R1 to R3 with every node satisfied from above: two R2 nodes, one R3 path under each of four. */
  toRound3(): this {
    return this.grow(['R1.A', null, 'EXPLORE'])
      .grow(['R2.A1', 'R1.A', 'EXPLORE'], ['R2.A2', 'R1.A', 'EXPLORE'])
      .grow(
        ['R3.A1a', 'R2.A1', 'EXPLORE'],
        ['R3.A1b', 'R2.A1', 'EXPLORE'],
        ['R3.A2a', 'R2.A2', 'EXPLORE'],
        ['R3.A2b', 'R2.A2', 'EXPLORE'],
      );
  }

  /** A round 4 with one FOUND, one EXHAUST and two dead ends. */
  toRound4(): this {
    return this.toRound3().grow(
      ['R4.A1a1', 'R3.A1a', 'FOUND'],
      ['R4.A1b1', 'R3.A1b', 'EXHAUST'],
      ['R4.A2a1', 'R3.A2a', 'DEAD'],
      ['R4.A2b1', 'R3.A2b', 'DEAD'],
    );
  }

  /** A tree that can end. */
  complete(): this {
    return this.toRound4().grow(['R5.A1a1a', 'R4.A1a1', 'VERIFY'], ['R5.A1b1a', 'R4.A1b1', 'DEAD']);
  }

  /** The stored text, to see whether a call changed anything. */
  get stored(): string | undefined {
    return this.bench.stored(this.id);
  }
}
