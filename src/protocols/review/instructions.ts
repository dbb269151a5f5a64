import { cutText } from '../../core/text.ts';
import { categoryMeanings, howToSubmit, phaseWords, ruleFormat } from './instruction-wording.ts';
import { LEAST_GRADE, MOST_GRADE, type Rule } from './item.ts';
import type { Phase, Target } from './mode.ts';
import { fitted, type Size } from './reply-size.ts';
import { targetsOf } from './standing.ts';
import type { ReviewSession } from './state.ts';

function formatOf(rule: Rule): string {
  switch (rule.kind) {
    case 'text':
      return ruleFormat.text(rule.least);
    case 'word':
      return ruleFormat.word(rule.allowed);
    case 'grade':
      return ruleFormat.grade(LEAST_GRADE, MOST_GRADE);
    case 'flag':
      return ruleFormat.flag();
  }
}

function itemFormat({ name, rules, need }: Phase): Readonly<Record<string, string>> {
  const { fields } = phaseWords[name];
  const formats = Object.entries(rules).map(([field, rule]): [string, string] => [field, formatOf(rule)]);
  const all: [string, string][] =
    need.kind === 'each' ? [['index', ruleFormat.index()], ...formats] : formats;
  return Object.fromEntries(
    all.map(([field, format]) => [field, ruleFormat.meaning(format, fields[field] ?? '')]),
  );
}

/** How many items a call of the phase needs, given its pending targets. */
export function leastItems({ need }: Phase, pending: readonly Target[]): number {
  if (need.kind === 'each') return pending.length;
  return need.kind === 'several' ? need.least : 1;
}

/** Everything that is needed to work the phase: goal, targets, format of an item, rules, an example call. */
export function instructionsFor(session: Pick<ReviewSession, 'id' | 'phases'>, phase: Phase): object {
  const { name, need } = phase;
  const words = phaseWords[name];
  const { pending } = targetsOf(phase, session.phases);
  const [first] = pending;
  const example = { ...(first === undefined ? {} : { index: first.index }), ...words.example };
  const least = leastItems(phase, pending);
  const call = { id: session.id, example: JSON.stringify(example), least, need: need.kind };
  const written = ({ entries: most, length }: Size) => ({
    phase: name,
    how_to_submit: howToSubmit(call),
    goal: words.goal,
    ...(need.kind === 'each'
      ? { targets: pending.slice(0, most).map((each) => ({ ...each, text: cutText(each.text, length) })) }
      : {}),
    ...(pending.length > most ? { targets_omitted: pending.length - most } : {}),
    item_format: itemFormat(phase),
    ...(name === 'counterarguments' ? { category_meanings: categoryMeanings } : {}),
    rules: words.rules(pending.length),
  });
  return fitted(written);
}
