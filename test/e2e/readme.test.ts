import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { PROJECT } from '../support/server-process.ts';
import { sharedSession } from '../support/shared-session.ts';

const page = readFileSync(join(PROJECT, 'README.md'), 'utf8');

/** The calls of the block below a heading, each with what its answer must hold. */
function callsBelow(heading: string) {
  const block = /```text\n([\s\S]*?)```/.exec(page.slice(page.indexOf(`\n## ${heading}\n`)))?.[1] ?? '';
  return block.split('\n\n').map((text) => {
    const [, tool = '', args = '', answer = ''] =
      /^(\w+) (\{[\s\S]*\})\n {2}-> (\{[\s\S]*\})\s*$/.exec(text) ?? [];
    return { tool, args, answer: JSON.parse(answer) };
  });
}

/** Calls whose replies are shortened by "…", and whose texts are broken into lines for the page. */
function shortenedCalls(heading: string) {
  const block = /```text\n([\s\S]*?)```/.exec(page.slice(page.indexOf(`\n## ${heading}\n`)))?.[1] ?? '';
  return block.split('\n\n').map((text) => {
    const [call = '', answer = ''] = text.replaceAll(/\s+/g, ' ').split(' -> ');
    const [, tool = '', args = ''] = /^(\w+) (\{.*\})/.exec(call) ?? [];
    const whole = [...answer.matchAll(/"(\w+)": ("[^"…]*"|true|false|\[[^\]…]*\]|\d+(?=[,}]))/g)];
    const told = Object.fromEntries(whole.map(([, name = '', value = '']) => [name, JSON.parse(value)]));
    return { tool, args: JSON.parse(args), told };
  });
}

describe('the worked examples of the README', () => {
  const session = sharedSession();

  it.each(['A chain of thoughts', 'A tree of thoughts', 'A review of a claim'])(
    'come out as they stand there: %s',
    async (heading) => {
      const calls = callsBelow(heading);
      expect(calls.length).toBeGreaterThan(3);
      let id = '';
      for (const { tool, args, answer } of calls) {
        const reply = await session.call(tool, JSON.parse(args.replace(/<(sessionId|review_id)>/, id)));
        expect(reply).toMatchObject(answer);
        for (const made of [reply.sessionId, reply.review_id]) if (typeof made === 'string') id = made;
      }
    },
  );

  it('come out as they stand there, as far as they are not shortened: Worked example', async () => {
    let id = '';
    for (const { tool, args, told } of shortenedCalls('Worked example')) {
      const reply = await session.call(tool, { ...args, ...(id === '' ? {} : { session_id: id }) });
      const { session_id, ...others } = told;
      expect(others).toHaveProperty('next_tool');
      expect(reply).toMatchObject(others);
      id = String(reply.session_id);
    }
    expect(await session.call('summarize_session', { session_id: id })).toMatchObject({ thought_count: 1 });
  });
});
