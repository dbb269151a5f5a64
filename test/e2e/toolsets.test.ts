import { describe, expect, it } from 'vitest';
import costs from '../../src/cli/tool-costs.json' with { type: 'json' };
import tools from '../../src/server/tools.json' with { type: 'json' };
import { connect } from '../support/client.ts';
import { answerTo, handshake, requestLine, startProcess } from '../support/server-process.ts';
import { tempHome } from '../support/temp-home.ts';

const NOTEBOOKS = ['sequentialthinking', 'darbot_deepmind'];
const FINDING = ['resume_session', 'list_sessions', 'next_action'];
const REVIEWS = ['start_review', 'submit', 'get_verdict', 'list_reviews', 'abandon_review'];

const offered = async (args: readonly string[], env: Readonly<Record<string, string>> = {}) => {
  const session = await connect({ home: tempHome(), args, env });
  return session.tools.map(({ name }) => name);
};

describe('the definitions of the tools', () => {
  it('take at most 24,000 bytes of the context of a model, with the instructions', async () => {
    const server = startProcess({ home: tempHome() });
    server.write(`${handshake()}${requestLine(1, 'tools/list')}`);
    const sizeOf = (value: unknown) => Buffer.byteLength(JSON.stringify(value));
    const { instructions } = Object((await answerTo(server, 0)).result);
    const list = Object((await answerTo(server, 1)).result);
    expect(list.tools).toHaveLength(tools.length);
    expect(sizeOf(instructions) + sizeOf(list)).toBeLessThanOrEqual(24_000);
  });
});

describe('the choice of tools', () => {
  it.each([
    [['--toolsets', 'sequential'], NOTEBOOKS],
    [
      ['--toolsets', 'review'],
      [...FINDING, ...REVIEWS],
    ],
    [
      ['mcp', '--tools', 'next_action,submit'],
      ['next_action', 'submit'],
    ],
    [
      [
        '--toolsets',
        'review',
        '--tools',
        'search_sessions',
        '--exclude-tools',
        'abandon_review,submit',
        '--read-only',
      ],
      ['resume_session', 'list_sessions', 'search_sessions', 'next_action', 'get_verdict', 'list_reviews'],
    ],
  ])('%j offers exactly these, in the order of the whole list', async (args, names) => {
    expect(await offered(args)).toEqual(names);
  });

  it.each([...new Set(costs.flatMap(({ sets }) => sets))])(
    'of the set %s is what the command tools says of it',
    async (set) => {
      const named = costs.filter(({ sets }) => sets.includes(set)).map(({ name }) => name);
      expect(await offered(['--toolsets', set])).toEqual(named);
    },
  );

  it('of everything is what the command tools says of it', async () => {
    const apart = ['autopilot', 'slim'];
    const all = costs.filter(({ sets }) => !sets.every((set) => apart.includes(set)));
    expect(await offered(['--toolsets', 'all'])).toEqual(all.map(({ name }) => name));
    const server = startProcess({ home: tempHome(), args: ['tools', '--json'] });
    expect(await server.ended).toMatchObject({ code: 0 });
    const { tools: listed, sets } = JSON.parse(server.stdout());
    expect(listed).toEqual(costs);
    const tokens = all.reduce((sum, each) => sum + each.tokens, 0);
    expect(sets[0]).toEqual({ name: 'all', tools: all.length, tokens });
  });

  it('is listed for a person, tools before sets', async () => {
    const server = startProcess({ home: tempHome(), args: ['tools'] });
    expect(await server.ended).toMatchObject({ code: 0 });
    const lines = server.stdout().trimEnd().split('\n');
    expect(lines[0]).toMatch(/^tool +tokens {2}sets$/);
    expect(lines.find((line) => line.startsWith('begin_thought '))).toMatch(/ \d+ {2}serial$/);
    expect(lines.at(-1)).toMatch(/^slim +\d+ {2}3$/);
  });

  it('comes from the environment and the configuration, too, and flags come before both', async () => {
    const env = { DEEP_THINK_TOOLS_TOOLSETS: 'review', DEEP_THINK_TOOLS_READ_ONLY: 'true' };
    expect(await offered([], env)).toEqual([...FINDING, 'get_verdict', 'list_reviews']);
    expect(await offered(['--toolsets', 'sequential', '--set', 'tools.read_only=false'], env)).toEqual(
      NOTEBOOKS,
    );
  });

  it('is, in read-only mode, every tool that says it changes nothing', async () => {
    const reading = tools.filter(({ annotations }) => annotations.readOnlyHint).map(({ name }) => name);
    expect(await offered(['--read-only'])).toEqual(reading);
  });

  it('brings the autopilots with their set', async () => {
    expect(await offered(['--toolsets', 'autopilot'])).toEqual(
      expect.arrayContaining(['start_session', 'run_stage_autopilot', 'run_subagent_autopilot']),
    );
  });

  it.each([
    [['--toolsets', 'sereal'], '"sereal"', 'did you mean "serial"'],
    [['--toolsets', ',,'], 'the choice of tools leaves none'],
    [['--tools', 'next_actoin'], '"next_actoin"', 'did you mean "next_action"'],
    [['--exclude-tools', 'clear_sesion'], '"clear_sesion"', 'did you mean "clear_session"'],
  ])('ends with 2 for a wrong name: %j', async (args, ...says) => {
    const server = startProcess({ home: tempHome(), args });
    server.closeStdin();
    expect(await server.ended).toMatchObject({ code: 2 });
    for (const each of says) expect(server.stderr()).toContain(each);
  });

  it.each([
    ['review', 'start_review'],
    ['tree', 'tot_start'],
    ['subagent', 'start_session'],
  ])('leads an empty home to what begins something in the set %s', async (set, tool) => {
    const { call } = await connect({ home: tempHome(), args: ['--toolsets', set] });
    for (const asked of ['next_action', 'list_sessions'])
      expect(await call(asked)).toMatchObject({ next_tool: tool });
  });

  it.each([
    ['serial', 'subagent'],
    ['subagent', 'serial'],
  ])('of the set %s knows no mode %s', async (set, other) => {
    const home = tempHome();
    const session = await connect({ home, args: ['--toolsets', set] });
    const start = session.tools.find(({ name }) => name === 'start_session');
    expect(start?.properties.mode?.enum).toEqual([set]);
    const refused = await session.call('start_session', { question: 'Edge or origin?', mode: other });
    expect(refused).toMatchObject({ code: 'bad_argument', parameter: 'mode' });
    expect(refused.message).toContain(set);
    const { session_id, ...started } = await session.call('start_session', { question: 'Edge or origin?' });
    expect(started).toMatchObject({ next_tool: 'set_session_mode', next_arguments: { mode: set } });
    expect(`${session.client.getInstructions()} ${started.message}`).not.toMatch(/choose|ask which/);
    const chosen = await session.call('set_session_mode', { session_id, mode: other });
    expect(chosen).toMatchObject({ code: 'bad_argument', parameter: 'mode' });
    const { prompts } = await session.client.listPrompts();
    expect(JSON.stringify(prompts)).not.toContain('"mode"');
  });

  it('leads a session of a mode that is left out to no empty stages', async () => {
    const home = tempHome();
    const whole = await connect({ home });
    const { session_id } = await whole.call('start_session', { question: 'Edge?', mode: 'subagent' });
    const other = await connect({ home, args: ['--toolsets', 'serial'] });
    const next = await other.call('resume_session', { session_id });
    expect(next).toMatchObject({ next_tool: null });
    expect(next.message).toContain('begin_subagent_thought');
    const pilot = await connect({ home, args: ['--toolsets', 'autopilot'] });
    expect(await pilot.call('next_action', { session_id })).toMatchObject({
      next_tool: 'run_subagent_autopilot',
    });
  });

  it('never names a tool that is left out', async () => {
    const session = await connect({
      home: tempHome(),
      args: ['--toolsets', 'core', '--exclude-tools', 'start_session'],
    });
    const unknown = await session.call('resume_session', { session_id: 'nowhere9' });
    expect(unknown.next_tool).not.toBe('start_session');
    const listed = await session.call('list_sessions');
    expect(listed).toMatchObject({ next_tool: null });
    expect(listed.message).toContain('which this server does not offer');
  });
});
