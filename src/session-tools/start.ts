import type { Config } from '../core/config.ts';
import { applyOverrides, LABEL_LENGTH, MOST_STAGES, StageNames } from '../core/config.ts';
import { SCHEMA_VERSION } from '../core/session.ts';
import { choice, label, list, optional, prose, settings, unless } from '../kit/field.ts';
import { modeLine } from '../kit/gate.ts';
import type { Refusal } from '../kit/outcome.ts';
import { fromField, vetSource } from '../kit/source.ts';
import { homeTool } from '../kit/tool.ts';
import { refuseArgument } from '../kit/wording.ts';
import { shownContext } from './linked.ts';
import { MODES } from './mode.ts';
import { say } from './wording.ts';

const fields = {
  question: unless('from', prose()),
  from: fromField(),
  mode: optional(choice(MODES)),
  stages: optional(list('Your own stages, in order.')),
  overrides: optional(settings('Settings, e.g. serial.max_rounds = 2')),
  project: optional(label('To find it by.')),
};

export const startSession = homeTool({
  name: 'start_session',
  title: 'Start a session',
  description: 'Start a reasoning session on a hard question. It is kept on disk until you clear it.',
  effect: 'writes',
  fields,
  example: { question: 'Should we cache API responses at the edge or at the origin?' },
  run: async (input, world) => {
    const { mode, project, from, overrides = {} } = input;
    const source = from === undefined ? null : await world.source(from);
    const question = input.question ?? source?.question ?? '';
    const own = input.stages?.length === 0 ? undefined : input.stages;
    const objection =
      vetSource(from, { source, own: null, wantsResult: false }) ??
      vetStages(own) ??
      vetOverrides(overrides, await world.ports.config());
    if (objection) return objection;

    await world.ports.bootstrap();
    const merged = applyOverrides(await world.ports.config(), overrides);
    const stages = own ?? (merged.ok ? merged.config.stages.default : []);
    const { session } = await world.ports.store.create({
      schema_version: SCHEMA_VERSION,
      protocol: mode ?? null,
      status: 'active',
      revision: 1,
      created_at: world.now,
      updated_at: world.now,
      finalized_at: null,
      project: project ?? world.ports.defaultProject,
      question,
      overrides,
      move_history: [],
      decisions: [],
      expected_stages: stages,
      current_stage: stages[0],
      current_thought_id: null,
      thoughts: [],
      ...(from === undefined ? {} : { from }),
    });
    const handed = source === null ? {} : shownContext(source.thoughts);
    if (mode === undefined) {
      const output = { mode_required: true, modes: world.modes.map(modeLine), ...handed };
      return { kind: 'done', document: session, output, message: '' };
    }
    const current_stage = stages[0] ?? '';
    const output = { mode, status: session.status, current_stage, expected_stages: stages, ...handed };
    return { kind: 'done', document: session, output, message: say.started(output) };
  },
});

function vetStages(stages: readonly string[] | undefined): Refusal | null {
  if (stages === undefined || StageNames.safeParse(stages).success) return null;
  const blank = stages.findIndex((name) => name.trim() === '');
  const twice = stages.find((name, index) => stages.indexOf(name) !== index) ?? '';
  const common = { code: 'bad_argument', parameter: 'stages', field: fields.stages } as const;
  const long = stages.find((name) => name.length > LABEL_LENGTH)?.length;
  if (stages.length > MOST_STAGES)
    return refuseArgument({ ...common, reason: 'too_many', at: `${MOST_STAGES}`, got: `${stages.length}` });
  if (long !== undefined)
    return refuseArgument({ ...common, reason: 'label_too_long', at: `${LABEL_LENGTH}`, got: `${long}` });
  if (blank >= 0) return refuseArgument({ ...common, reason: 'blank_member', at: String(blank) });
  return refuseArgument({ ...common, reason: 'duplicate', at: twice });
}

function vetOverrides(overrides: Record<string, unknown>, config: Config): Refusal | null {
  const merged = applyOverrides(config, overrides);
  if (merged.ok) return null;
  const { code, key, expected } = merged.problems[0] ?? { code: 'bad_value', key: '', expected: '' };
  const facts = { reason: code, at: key, got: expected };
  return refuseArgument({ code: 'bad_argument', parameter: 'overrides', field: fields.overrides, ...facts });
}
