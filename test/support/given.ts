import { readdirSync, readFileSync } from 'node:fs';
import { parse } from 'smol-toml';
import { applyOverrides, type Config, validateConfig } from '../../src/core/config.ts';
import { NOTHING_LINKED } from '../../src/core/links.ts';
import { StagedSession } from '../../src/core/staged.ts';
import { readArguments } from '../../src/kit/arguments.ts';
import { gatePhase, gateSession } from '../../src/kit/gate.ts';
import type { JobResult } from '../../src/kit/job.ts';
import { type ResolverContext, view } from '../../src/kit/next.ts';
import type { Refusal } from '../../src/kit/outcome.ts';
import type { Protocol } from '../../src/kit/protocol.ts';
import type { View } from '../../src/kit/step.ts';
import type { Answer, SessionTool } from '../../src/kit/tool.ts';
import { refuseArgument } from '../../src/kit/wording.ts';
import { createRegistry } from '../../src/registry.ts';
import type { Lens, LensLibrary } from '../../src/store/ports.ts';

const project = new URL('../../', import.meta.url);
const registry = createRegistry({ autopilot: true });

export const NOW = '2026-01-02T03:04:05.000Z';

/** The packaged defaults as plain tables, before validation. */
export const defaultLayers: Record<string, unknown> = parse(
  readFileSync(new URL('config/default.toml', project), 'utf8'),
);

export const defaultConfig: Config = valid(validateConfig(defaultLayers));

/** The bundled lenses, with `own` ones of a user laid over them. */
export function lensLibrary(own: Readonly<Record<string, string>> = {}): LensLibrary {
  const folder = new URL('lenses/', project);
  const bundled = readdirSync(folder).map((file): Lens => {
    return { name: file.replace(/\.md$/, ''), text: readFileSync(new URL(file, folder), 'utf8'), own: false };
  });
  const users = Object.entries(own).map(([name, text]): Lens => ({ name, text, own: true }));
  return { lenses: new Map([...bundled, ...users].map((lens) => [lens.name, lens])), notes: [] };
}

/** A stored session in serial mode with nothing done yet. */
export function newSession(over: Readonly<Record<string, unknown>> = {}): StagedSession {
  return StagedSession.parse({
    schema_version: 1,
    id: 'abcd2345',
    protocol: 'serial',
    status: 'active',
    revision: 1,
    created_at: '2026-01-01T00:00:00.000Z',
    updated_at: '2026-01-01T00:00:00.000Z',
    question: 'Cache at the edge or at the origin?',
    expected_stages: defaultConfig.stages.default,
    current_stage: defaultConfig.stages.default[0],
    ...over,
  });
}

interface Surroundings {
  /** The operator's configuration. */
  readonly base: Config;
  readonly lenses: LensLibrary;
  readonly has: (tool: string) => boolean;
  /** All of them where nothing else is said. */
  readonly modes?: ResolverContext['modes'];
}

/** A session at one moment, and what the call before brought. */
export interface Scene {
  readonly session: StagedSession;
  /** The reply's own fields of the last call; throws when it was refused. */
  readonly output: Readonly<Record<string, unknown>>;
  /** The refusal of the last call; throws when there was none. */
  readonly refusal: Refusal;
  /** Whether the last call handed back another session than it got. */
  readonly changed: boolean;
  /** The next step and its material. */
  readonly view: View;
  /** A call; one that orders work changes nothing, unless the work has `brought` its result. */
  when(tool: string, raw?: Readonly<Record<string, unknown>>, brought?: JobResult): Scene;
  /** A whole round: lens, critique, rewrite, scores. */
  round(rewrite: string, scores?: unknown): Scene;
  /** The same moment with other lenses or other registered tools. */
  with(around: Partial<Surroundings>): Scene;
}

/** The first moment of a story: `given().when('begin_thought', { content: 'x' })`. */
export function given(over: Readonly<Record<string, unknown>> = {}): Scene {
  return scene(newSession(over), null, {
    base: defaultConfig,
    lenses: lensLibrary(),
    has: (tool) => registry.tools.has(tool),
  });
}

function scene(
  session: StagedSession,
  last: { readonly answer: Answer; readonly changed: boolean } | null,
  around: Surroundings,
): Scene {
  const protocol = registry.protocols.get(session.protocol ?? '') ?? null;
  const context = {
    modes: registry.modes,
    ...around,
    config: valid(applyOverrides(around.base, session.overrides)),
  };
  const self: Scene = {
    session,
    get output() {
      if (last?.answer.kind === 'done') return last.answer.output;
      throw new Error(`no success but ${JSON.stringify(last)}`);
    },
    get refusal() {
      if (last?.answer.kind === 'refused') return last.answer;
      throw new Error(`no refusal but ${JSON.stringify(last)}`);
    },
    changed: last?.changed ?? false,
    get view() {
      return view(session, protocol, context);
    },
    when: (name, raw = {}, brought) => {
      const answer = decide(toolNamed(name), session, raw, protocol, context, brought ?? null);
      const after = answer.kind === 'done' ? answer.session : session;
      return scene(StagedSession.parse(after), { answer, changed: after !== session }, around);
    },
    round: (rewrite, scores) =>
      self
        .when('critique_current_thought')
        .when('submit_critique', { text: 'Claim: too sure.' })
        .when('refine_current_thought', { new_content: rewrite })
        .when('score_current_thought', scores === undefined ? {} : { scores }),
    with: (other) => scene(session, last, { ...around, ...other }),
  };
  return self;
}

/** The order of objections of one call, without store or clock. */
function decide(
  tool: SessionTool,
  session: StagedSession,
  raw: Readonly<Record<string, unknown>>,
  protocol: Protocol | null,
  context: ResolverContext,
  brought: JobResult | null,
): Answer {
  const objection = gateSession(tool, session, { protocol, modes: registry.modes });
  if (objection) return objection;
  const read = readArguments(tool.fields, raw, { textBytes: context.config.limits.text_kib * 1024 });
  if (!read.ok) return refuseArgument(read.problem);
  const call = {
    ...context,
    now: NOW,
    path: '/home/ada/deep-think-mcp/sessions/abcd2345.json',
    modes: registry.modes,
    source: null,
    linked: NOTHING_LINKED,
    dropped: [],
    view: (document: Parameters<typeof view>[0]) => view(document, protocol, context),
  };
  const objected =
    tool.vet(session, read.input, call) ?? gatePhase(tool, protocol?.open(session) ?? null, read.input);
  if (objected) return objected;
  if (brought !== null) return tool.finish(session, read.input, call, brought);
  const order = tool.order(session, read.input, call);
  if (order?.kind === 'refused') return order;
  if (order === null) return tool.call(session, read.input, call);
  // Nothing changes before the work is done: the order stands where an output would.
  return { kind: 'done', session, output: { order }, message: '' };
}

function toolNamed(name: string): SessionTool {
  const tool = registry.tools.get(name);
  if (tool?.kind !== 'session') throw new Error(`no session tool is named ${name}`);
  return tool;
}

function valid(result: ReturnType<typeof validateConfig>): Config {
  if (result.ok) return result.config;
  throw new Error(JSON.stringify(result.problems));
}
