import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { NegotiationResult, Workshop } from '../../src/kit/job.ts';
import { createRegistry } from '../../src/registry.ts';
import { createDispatcher } from '../../src/server/dispatch.ts';
import { openPorts } from '../support/in-process-server.ts';
import { renderer } from '../support/renderer.ts';
import { allScored } from '../support/scores.ts';
import { sessionBytes, tempHome } from '../support/temp-home.ts';

const SECRET = `AKIA${'QWERTYUIOPASDFGH'}`;
const CONFIG = '[privacy]\nredact = true\n[subagent]\nendpoint = "http://localhost:1/v1"\n';

const result: NegotiationResult = {
  kind: 'negotiation',
  rounds: [
    {
      round_index: 0,
      agent_role: 'Analysis',
      candidate_content: `The key is ${SECRET}.`,
      utility_vector: allScored(0.6),
      equilibrium_state: 'initial',
      was_selected: true,
    },
  ],
  answered: 1,
  ratings: null,
  failures: [],
};

/** A server whose models answer with a secret, or that drives its own tools with one. */
function serverWith(workshop: Workshop) {
  const home = tempHome();
  mkdirSync(home, { recursive: true });
  writeFileSync(join(home, 'config.toml'), CONFIG);
  const ports = openPorts(home);
  const parts = { registry: createRegistry({ autopilot: true }), ports, renderer };
  const { call } = createDispatcher({ ...parts, workshop: async () => workshop });
  return { home, call: async (name: string, args: object) => (await call(name, { ...args })).reply };
}

describe('a secret that no client sent', () => {
  it('but a model answered is replaced before it is stored', async () => {
    const { home, call } = serverWith({ run: async () => result });
    const { session_id } = await call('start_session', { question: 'Why?', mode: 'subagent' });
    const begun = await call('begin_subagent_thought', { session_id, content: `Draft with ${SECRET}.` });
    expect(begun).toMatchObject({ redacted: ['aws_access_key'] });
    const stored = sessionBytes(home, String(session_id));
    expect(stored).toContain('The key is [redacted: aws_access_key].');
    expect(stored).not.toContain(SECRET);
  });

  it('but the server hands to its own tools is replaced, too', async () => {
    const { home, call } = serverWith({
      run: async (order, { call: step }) => {
        if (order.kind === 'autopilot')
          await step(order.begin, { session_id: order.sessionId, content: `Draft with ${SECRET}.` });
        return {
          kind: 'autopilot',
          thoughtId: 't1',
          committed: false,
          reason: null,
          steps: [],
          stopped: null,
        };
      },
    });
    const { session_id } = await call('start_session', { question: 'Why?', mode: 'serial' });
    await call('run_stage_autopilot', { session_id });
    const stored = sessionBytes(home, String(session_id));
    expect(stored).toContain('Draft with [redacted: aws_access_key].');
    expect(stored).not.toContain(SECRET);
  });
});
