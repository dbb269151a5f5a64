import { describe, expect, it } from 'vitest';
import { readArguments } from '../../src/kit/arguments.ts';
import { admits, gateSession } from '../../src/kit/gate.ts';
import { createRegistry } from '../../src/registry.ts';
import { defaultConfig, given, type Scene } from '../support/given.ts';
import { allScored } from '../support/scores.ts';
import { SCORES, scoresOf } from '../support/serial-phases.ts';

const registry = createRegistry();
const TEXTS = [
  'Measure which reads are public before anything is cached anywhere.',
  'Put the whole catalogue behind one origin and buy more memory for it.',
  'Neither: ask the users.',
] as const;

const open = () => given().when('begin_thought', { content: 'Cache at the edge.' });
const lens = (from: Scene) => from.when('critique_current_thought');
const critiqued = (from: Scene) => lens(from).when('submit_critique', { text: 'No source.' });
const rewritten = (from: Scene) => critiqued(from).when('refine_current_thought', { new_content: TEXTS[1] });
const committed = (from: Scene) =>
  from.when('begin_thought', { content: 'Cache.' }).round(TEXTS[0], SCORES).when('commit_thought');
const atLastStage = () => given({ current_stage: 'Conclusion' });

/** Every moment of a session that the serial protocol tells apart, by name. */
const ACTIVE: Readonly<Record<string, () => Scene>> = {
  'no mode': () => given({ protocol: null }),
  'no thought': () => given(),
  'no thought, a committed one in the stage': () => committed(given()),
  'no thought at the last stage': atLastStage,
  'no thought at the last stage, a committed one': () => committed(atLastStage()),
  'no thought, the last one discarded': () => open().when('advance_stage', { discard: true }),
  'a pointer to a thought that is not there': () => given({ current_thought_id: 't9' }),
  'a stage that is not in the list': () => given({ current_stage: 'Elsewhere' }),
  'zero rounds': open,
  'await critique': () => lens(open()),
  'await refine': () => critiqued(open()),
  'await score': () => rewritten(open()),
  'round complete': () => open().round(TEXTS[0], SCORES),
  'await critique of the second round': () => lens(open().round(TEXTS[0], SCORES)),
  'await refine of the second round': () => critiqued(open().round(TEXTS[0], SCORES)),
  'await score of the second round': () => rewritten(open().round(TEXTS[0], SCORES)),
  'converged at a fixed point': () => open().round('Cache at the edge.', SCORES),
  'converged with diminishing returns': () =>
    open().round(TEXTS[0], scoresOf(0.6)).round(TEXTS[1], scoresOf(0.5)).round(TEXTS[2], scoresOf(0.4)),
  'converged at the cap': () =>
    open().round(TEXTS[0], scoresOf(0.3)).round(TEXTS[1], scoresOf(0.5)).round(TEXTS[2], scoresOf(0.7)),
  'one more lens after convergence': () => lens(open().round('Cache at the edge.', SCORES)),
};

const contest = (over: object = {}) =>
  given({ protocol: 'subagent', overrides: { subagent: { engine: 'manual', agents: ['x', 'y'], ...over } } });
const begun = (over: object = {}) => contest(over).when('begin_subagent_thought');
const answered = (from: Scene, value = 0.5) =>
  from.when('advance_subagent_round', { candidate: `Candidate ${value}.`, scores: scoresOf(value) });
const closed = (over: object = {}) => answered(answered(begun(over)), 0.4);

/** A session whose models behind an endpoint negotiate. */
const served = () =>
  given({ protocol: 'subagent' }).with({
    base: { ...defaultConfig, subagent: { ...defaultConfig.subagent, endpoint: 'http://localhost/v1' } },
  });
const negotiated = (value: number) => {
  const winner = {
    round_index: 1,
    agent_role: 'Analysis',
    candidate_content: 'Both.',
    utility_vector: allScored(value),
    equilibrium_state: 'in_equilibrium' as const,
    was_selected: true,
  };
  const result = { kind: 'negotiation' as const, rounds: [winner], ratings: null, answered: 1, failures: [] };
  return served().when('begin_subagent_thought', {}, result);
};

/** Every moment that the subagent protocol tells apart, by name. */
const CONTEST: Readonly<Record<string, () => Scene>> = {
  'no thought, an engine without an endpoint': () => given({ protocol: 'subagent' }),
  'no thought': () => contest(),
  'no thought, a committed one in the stage': () => closed().when('commit_subagent_thought'),
  begun: () => begun(),
  'first round': () => answered(begun()),
  'round closed below the threshold': () => closed(),
  'round closed at the threshold': () => closed({ equilibrium_threshold: 0.5 }),
  'round closed, no other left': () => closed({ max_rounds: 1 }),
  'second round, its prompt handed out': () => closed().when('advance_subagent_round'),
  'second round, one answer': () => answered(closed()),
  'no thought, an engine with an endpoint': served,
  'negotiated round below the threshold': () => negotiated(0.5),
  'negotiated round at the threshold': () => negotiated(0.8),
  'negotiated round, the endpoint gone': () => negotiated(0.5).with({ base: defaultConfig }),
};
const closings: readonly (readonly [string, (scene: Scene) => Scene])[] = [
  ['', (scene) => scene],
  [', finalized', (scene) => scene.when('finalize_session')],
  [', finalized and kept', (scene) => scene.when('finalize_session').when('keep_here')],
  [
    ', reopened',
    (scene) => scene.when('finalize_session').when('keep_here').when('finalize_session', { reopen: true }),
  ],
  [', archived', (scene) => given({ ...scene.session, status: 'archived' })],
  [', abandoned', (scene) => given({ ...scene.session, status: 'abandoned' })],
];
const named = [
  ...Object.entries(ACTIVE),
  ...Object.entries(CONTEST).map(([name, make]) => [`subagent: ${name}`, make] as const),
];
const MOMENTS = named.flatMap(([name, make]) =>
  closings.map(([suffix, close]) => [`${name}${suffix}`, () => close(make())] as const),
);

const openedIn = ({ session }: Scene) =>
  registry.protocols.get(session.protocol ?? '')?.open(session) ?? null;

function toolNamed(name: string) {
  const tool = registry.tools.get(name);
  if (tool === undefined) throw new Error(`${name} is not registered`);
  return tool;
}

/** Whether the gate lets the tool pass at this moment; a tool that decides outside a session has no gate. */
function passes(scene: Scene, name: string): boolean {
  const tool = toolNamed(name);
  if (tool.kind !== 'session') return true;
  return (
    gateSession(tool, scene.session, {
      protocol: registry.protocols.get(scene.session.protocol ?? '') ?? null,
      modes: registry.modes,
    }) === null && admits(tool, openedIn(scene))
  );
}

/** Protocols with stages; those of records are walked in a file of their own. */
const staged = [...registry.protocols.values()].filter(({ idle }) => idle !== null);

describe('what is recommended', () => {
  it.each(MOMENTS)('is a tool that works: %s', (_, moment) => {
    const scene = moment();
    const { tool, alternative, arguments: more } = scene.view.step;
    const over = ['archived', 'abandoned'].includes(scene.session.status);
    const decided = scene.session.status === 'finalized' && scene.session.decisions.length > 0;
    expect(tool === null).toBe(over || decided);
    for (const name of [tool, alternative ?? null].filter((each) => each !== null)) {
      expect(passes(scene, name)).toBe(true);
      const wanted = toolNamed(name);
      if (wanted.kind !== 'session') continue;
      const after = scene.when(name, { ...wanted.example, ...more });
      expect(() => after.output).not.toThrow();
    }
  });

  it.each(MOMENTS)('names only what is registered: %s', (_, moment) => {
    const scene = moment();
    const { tool, alternative } = scene.view.step;
    const over = scene.session.status === 'finalized' ? [tool, alternative] : [];
    for (const missing of over.filter((name) => typeof name === 'string')) {
      const has = (name: string) => name !== missing && registry.tools.has(name);
      const step = scene.with({ has }).view.step;
      expect([step.tool, step.alternative]).not.toContain(missing);
    }
  });

  it('covers every phase of the protocol', () => {
    for (const protocol of staged) {
      const scenes = MOMENTS.map(([, moment]) => moment());
      const own = scenes.filter(({ session }) => session.protocol === protocol.summary.name);
      const phases = own.map((scene) => openedIn(scene)?.phase);
      expect(protocol.phases.filter((phase) => !phases.includes(phase))).toEqual([]);
    }
  });
});

describe('every tool', () => {
  const tools = [...registry.tools.values()].filter((tool) => tool.kind !== 'record');
  const inSession = tools.filter((tool) => tool.kind === 'session');

  it.each(inSession.map(({ name }) => [name]))('%s passes the gate at some moment', (name) => {
    expect(MOMENTS.some(([, moment]) => passes(moment(), name))).toBe(true);
  });

  it('of a protocol, and each that moves a session on, is recommended somewhere', () => {
    const steps = MOMENTS.map(([, moment]) => moment().view.step);
    const recommended = new Set(steps.flatMap(({ tool, alternative }) => [tool, alternative]));
    const moving = ['set_session_mode', 'advance_stage', 'finalize_session', 'keep_here'];
    const own = [...registry.protocols.values()].flatMap((protocol) =>
      protocol.tools.map(({ name }) => name),
    );
    // Looking at the candidates moves nothing on.
    const looking = ['inspect_utility_matrix'];
    const wanted = [...own, ...moving].filter((name) => !looking.includes(name));
    expect(wanted.filter((name) => !recommended.has(name))).toEqual([]);
  });

  it.each(tools.map((tool) => [tool.name, tool] as const))(
    '%s has an example that can be read',
    (_, tool) => {
      const read = readArguments(tool.fields, tool.example, { textBytes: 1000 });
      expect(read).toMatchObject({ ok: true });
      expect(Object.keys(tool.example).filter((name) => !Object.hasOwn(tool.fields, name))).toEqual([]);
    },
  );

  it('names only phases that its protocol has', () => {
    const unknown = [...registry.protocols.values()].flatMap((protocol) =>
      protocol.tools.flatMap(({ gate }) =>
        (gate.phases ?? []).filter((phase) => !protocol.phases.includes(phase)),
      ),
    );
    expect(unknown).toEqual([]);
  });
});
