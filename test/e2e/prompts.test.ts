import { describe, expect, it } from 'vitest';
import { offeredPrompts } from '../../src/prompts/list.ts';
import { connect } from '../support/client.ts';
import { PROJECT } from '../support/server-process.ts';
import { sharedSession } from '../support/shared-session.ts';
import { tempHome } from '../support/temp-home.ts';

/** An argument for each prompt that wants one. */
const MATERIAL: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  think: { question: 'Edge or origin?', mode: 'serial', stages: 'Facts, Decision' },
  perspectives: { question: 'Edge or origin?', specialists: 'Lawyer, Site engineer' },
  review: { text: 'We cache at the edge.', mode: 'steelman' },
  premortem: { plan: 'Cache at the edge by June.', horizon: 'a year' },
  investigate: { question: 'Why is it slow?', mode: 'smoke' },
  notebook: { question: 'Which cache?' },
  continue: {},
};

describe('prompts', () => {
  const session = sharedSession();
  const text = async (name: string, args: Readonly<Record<string, string>> = MATERIAL[name] ?? {}) => {
    const { messages } = await session.client().getPrompt({ name, arguments: { ...args } });
    expect(messages.map(({ role }) => role)).toEqual(['user']);
    const [message] = messages;
    return message?.content.type === 'text' ? message.content.text : '';
  };
  const offered = () => {
    const tools = new Set(session.tools().map(({ name }) => name));
    return offeredPrompts((tool) => tools.has(tool)).map(({ name }) => name);
  };

  it('are listed with titles and arguments when all their tools are registered', async () => {
    const { prompts } = await session.client().listPrompts();
    expect(prompts.map(({ name }) => name)).toEqual(offered());
    expect(offered()).toEqual(
      expect.arrayContaining(['think', 'perspectives', 'investigate', 'notebook', 'continue']),
    );
    for (const prompt of prompts) {
      expect(prompt).toMatchObject({ title: expect.any(String), description: expect.any(String) });
      expect(prompt).not.toHaveProperty('tools');
    }
  });

  it('stand beside an icon of the server, which holds itself', () => {
    const [icon] = session.client().getServerVersion()?.icons ?? [];
    expect(icon?.src).toMatch(/^data:image\/svg\+xml,%3Csvg[^ ]+%3C%2Fsvg%3E$/);
    expect(icon?.src.length).toBeLessThan(1000);
  });

  it('call only tools that are registered, and end with the material', async () => {
    const tools = session.tools().map(({ name }) => name);
    for (const name of offered()) {
      const said = await text(name);
      const called = [...said.matchAll(/\bcall ([a-z]+_?[a-z_]*)\b/gi)].map((match) => match[1] ?? '');
      expect(
        called
          .filter((word) => word.includes('_') || word === 'submit')
          .filter((each) => !tools.includes(each)),
        name,
      ).toEqual([]);
      const [material] = Object.values(MATERIAL[name] ?? {});
      if (material !== undefined) expect(said.endsWith(`:\n${material}`), name).toBe(true);
    }
  });

  it('think names mode and stages in the form that start_session takes', async () => {
    const said = await text('think');
    expect(said).toContain('start_session with mode: "serial", stages: ["Facts","Decision"]');
    expect(await text('think', { question: 'Why?', mode: ' ', stages: '' })).toContain(
      'with mode: "serial" and',
    );
  });

  it('perspectives names specialists in the form that start_session takes', async () => {
    const said = await text('perspectives', { question: 'Why?', specialists: '["Lawyer", "Site \\"x\\""]' });
    const overrides = /overrides: (\{.*\}\})/.exec(said)?.[1];
    const started = await session.call('start_session', { question: 'Why?', mode: 'subagent', overrides });
    const first = await session.call('begin_subagent_thought', {
      session_id: started.session_id,
      engine: 'manual',
    });
    expect(first).toMatchObject({ specialist: 'Lawyer', specialist_total: 2 });
  });

  it('investigate and notebook name the fields that their tools have', async () => {
    const { sessionId, instructions } = await session.call('tot_start', { query: 'Why?', mode: 'smoke' });
    expect(instructions).toEqual(expect.anything());
    expect(await session.call('tot_step', { sessionId })).toHaveProperty('nextCall');
    const notebook = session.tools().find(({ name }) => name === 'sequentialthinking');
    const said = await text('notebook');
    for (const field of [
      'revisesThought',
      'isRevision',
      'branchFromThought',
      'branchId',
      'needsMoreThoughts',
    ]) {
      expect(said).toContain(field);
      expect(notebook?.properties).toHaveProperty(field);
    }
  });

  it('continue says what resume_session says of a session', async () => {
    const { session_id } = await session.call('start_session', { question: 'Resumed?', mode: 'serial' });
    await session.call('begin_thought', { session_id, content: 'The draft in work.' });
    const said = await text('continue', { session_id: String(session_id) });
    const resumed = await session.call('resume_session', { session_id });
    expect(said.endsWith(`:\n${JSON.stringify(resumed)}`)).toBe(true);
    expect(said).toContain(`Call ${resumed.next_tool} with this id`);
  });

  it.each([
    ['thnik', {}, /Unknown prompt: "thnik". Did you mean "think"\?/],
    ['__proto__', {}, /Unknown prompt: "__proto__". There is: think, /],
    ['think', {}, /wants "question"/],
    ['think', { question: ' \n' }, /wants "question"/],
    ['think', { question: 'Why?', mdoe: 'serial' }, /Unknown argument: "mdoe". Did you mean "mode"\?/],
    ['think', { question: 'Why?', mode: 'serail' }, /"mode" cannot be "serail". Did you mean "serial"\?/],
    ['think', { question: 'Why?', stages: '{"a"' }, /"stages" is no list/],
    ['investigate', { question: 'Why?', mode: 'toString' }, /There is: smoke, deep, exhaustive/],
    ['notebook', { question: 'Why?', constructor: 'x' }, /Unknown argument: "constructor"/],
    ['continue', { session_id: '../x' }, /No session has the id "\.\.\/x"/],
    ['continue', { session_id: '__proto__' }, /No session has the id/],
  ])('%s with %j is refused as bad parameters', async (name, args, message) => {
    const refused = session.client().getPrompt({ name, arguments: args });
    const error = await refused.catch((thrown) => thrown);
    expect(error).toMatchObject({ code: -32602, message: expect.stringMatching(message) });
    expect(error.message).not.toContain(PROJECT);
  });
});

describe('the prompt continue without an id', () => {
  it('asks for a question where no session is open, else takes the newest open one', async () => {
    const { client, call } = await connect({ home: tempHome() });
    const said = async () => JSON.stringify((await client.getPrompt({ name: 'continue' })).messages);
    expect(await said()).toContain('No deep-think session is open');
    const { session_id } = await call('start_session', { question: 'First?', mode: 'serial' });
    expect(await said()).toContain(`session ${session_id}`);
    await call('finalize_session', { session_id });
    expect(await said()).toContain('No deep-think session is open');
  });

  it('tells a data folder that cannot be used', async () => {
    const { client } = await connect({ home: 'relative/x' });
    const message = expect.stringContaining('relative path');
    await expect(client.getPrompt({ name: 'continue' })).rejects.toMatchObject({ code: -32603, message });
    await expect(client.listResources()).rejects.toMatchObject({ code: -32603, message });
  });
});
