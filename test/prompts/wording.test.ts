import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { offeredPrompts } from '../../src/prompts/list.ts';
import { readValues } from '../../src/prompts/reading.ts';
import { NO_OPEN_SESSION, sayContinue, sayPrompt } from '../../src/prompts/wording.ts';

const prompts = offeredPrompts(() => true);

describe('prompts', () => {
  it('are offered only with all of their tools', () => {
    expect(prompts.map(({ name }) => name)).toHaveLength(7);
    for (const { tools } of prompts)
      for (const missing of tools)
        expect(
          offeredPrompts((tool) => tool !== missing).filter((each) => each.tools.includes(missing)),
        ).toEqual([]);
    expect(offeredPrompts(() => false)).toEqual([]);
  });

  it.each(prompts)('$name is short and has a title and described arguments', (prompt) => {
    expect(prompt.title.length).toBeGreaterThan(3);
    for (const text of [prompt.description, ...prompt.arguments.map(({ description }) => description)])
      expect(text.length).toBeLessThan(120);
    if (prompt.name === 'continue') return;
    const filled = Object.fromEntries(prompt.arguments.map(({ name }) => [name, `<${name}>`]));
    expect(sayPrompt[prompt.name](filled).length).toBeLessThan(2200);
    for (const { name } of prompt.arguments) expect(sayPrompt[prompt.name](filled)).toContain(`<${name}>`);
  });

  it('end with any material as it is, and change nothing else for it', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...prompts.filter(({ name }) => name !== 'continue')),
        fc.string({ unit: 'binary', minLength: 1 }).filter((text) => text.trim() !== ''),
        (prompt, text) => {
          if (prompt.name === 'continue') return;
          const [material] = prompt.arguments;
          const read = readValues(prompt, { [material?.name ?? '']: text });
          if ('problem' in read) throw new Error(read.message);
          const said = sayPrompt[prompt.name](read.values);
          const plain = sayPrompt[prompt.name]({ [material?.name ?? '']: 'x' });
          expect(said).toBe(`${plain.slice(0, -1)}${text.trim()}`);
        },
      ),
    );
  });

  it('for reviews name the mode and the horizon', () => {
    expect(sayPrompt.review({ text: 'a' })).toContain('start_review with mode: "devils_advocate"');
    expect(sayPrompt.review({ text: 'a', mode: 'steelman' })).toContain('mode: "steelman"');
    expect(sayPrompt.premortem({ plan: 'a', horizon: 'a year' })).toContain('"setup" is: a year');
    expect(sayPrompt.premortem({ plan: 'a' })).not.toContain('horizon');
  });

  it('go on with the next tool, or end', () => {
    const standing = { session_id: 'a1', message: 'This is owed.' };
    const open = sayContinue({ ...standing, next_tool: 'begin_thought', next_arguments: { engine: 'x' } });
    expect(open).toContain('1. Call begin_thought with this id and the next_arguments. This is owed.\n2. ');
    const closed = sayContinue({ ...standing, next_tool: null });
    expect(closed).toContain('1. This is owed. Tell the user the result.\n\n');
    expect(NO_OPEN_SESSION).toContain('ask which question');
  });
});
