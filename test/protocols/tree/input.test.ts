import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readCall, type TreeToolName } from '../../../src/protocols/tree/input.ts';
import { sayBadFields } from '../../../src/protocols/tree/input-wording.ts';
import type { Fields } from '../../support/recordings.ts';

const LIMIT = 1_000;
const sessionId = 's';

function input(tool: TreeToolName, args: Fields): unknown {
  const read = readCall(tool, args, LIMIT);
  if (!read.ok) throw new Error(sayBadFields(tool, read.bad));
  return read.call.input;
}

function badPaths(tool: TreeToolName, args: Fields): readonly string[] {
  const read = readCall(tool, args, LIMIT);
  return read.ok ? [] : read.bad.map(({ path }) => path);
}

const node = { id: 'R1.A', parent: null, title: 't', plannedAction: '' };
const result = { nodeId: 'R1.A', state: 'DEAD', findings: '' };

describe('the arguments of a tree tool', () => {
  it('name every bad field by its path', () => {
    const nodes = [{ id: 7, title: ' ', plannedAction: null }, node, 'x'];
    expect(badPaths('tot_propose', { nodes })).toEqual([
      'sessionId',
      'nodes.0.id',
      'nodes.0.parent',
      'nodes.0.title',
      'nodes.0.plannedAction',
      'nodes.2',
    ]);
    const results = [{ nodeId: 'a', state: 'dead', agentId: 5 }];
    expect(badPaths('tot_commit', { sessionId, results, minRounds: 21, allowEarlyTerminal: 'yes' })).toEqual([
      'results.0.state',
      'results.0.findings',
      'results.0.agentId',
      'minRounds',
      'allowEarlyTerminal',
    ]);
  });

  it.each<[TreeToolName, Fields, readonly string[]]>([
    ['tot_start', {}, ['query']],
    ['tot_start', { query: 7, mode: 'fast', minRounds: 0 }, ['query', 'mode', 'minRounds']],
    ['tot_start', { query: 'q', minRounds: 2.5 }, ['minRounds']],
    ['tot_propose', { sessionId }, ['nodes']],
    ['tot_propose', { sessionId, nodes: 'R1.A' }, ['nodes']],
    ['tot_propose', { sessionId, nodes: { ...node } }, ['nodes']],
    ['tot_propose', { sessionId, withdraw: 7 }, ['withdraw']],
    ['tot_reclassify', { sessionId, newState: 'FOUND ' }, ['nodeId', 'newState']],
    ['tot_next', { sessionId, maxTasks: 0, strategy: 'wide' }, ['strategy', 'maxTasks']],
    [
      'tot_next',
      { sessionId, dimensions: { a: [], b: ['', 1], c: 'x' } },
      ['dimensions.a', 'dimensions.b.0', 'dimensions.b.1', 'dimensions.c'],
    ],
    ['tot_next', { sessionId, dimensions: '{"a": ["x"' }, ['dimensions']],
    ['tot_next', { sessionId, dimensions: 'a = 1\na = 2' }, ['dimensions']],
    ['tot_next', { sessionId, dimensions: 'no list' }, ['dimensions']],
    ['tot_step', { sessionId, graphMode: 'tiny', verbosity: 'loud' }, ['graphMode', 'verbosity']],
    ['tot_step', { sessionId, results: [{}] }, ['results.0.nodeId', 'results.0.state', 'results.0.findings']],
    ['tot_status', {}, ['sessionId']],
    ['tot_start', { query: 'ä'.repeat(LIMIT) }, ['query']],
  ])('%s %j', (tool, args, paths) => {
    expect(badPaths(tool, args)).toEqual(paths);
  });

  it('may come as JSON text where a list or object is due', () => {
    const nodes = JSON.stringify([node]);
    expect(input('tot_propose', { sessionId, nodes })).toMatchObject({ nodes: [node] });
    const results = [JSON.stringify(result)];
    expect(input('tot_commit', { sessionId, results })).toMatchObject({ results: [result] });
    expect(input('tot_propose', { sessionId, withdraw: '["R2.A1"]' })).toMatchObject({ withdraw: ['R2.A1'] });
  });

  it('stay text where text is due', () => {
    const findings = '[{"a": 1}]';
    const results = [{ ...result, findings }];
    expect(input('tot_commit', { sessionId, results })).toMatchObject({ results: [{ findings }] });
  });

  it('may be clean numeric text and words of truth', () => {
    const args = { query: 'q', minRounds: '6', allowEarlyTerminal: 'True' };
    expect(input('tot_start', args)).toMatchObject({ minRounds: 6, allowEarlyTerminal: true });
  });

  it('count null and blank as not given, for a parent as none', () => {
    const args = { query: 'q', mode: '', minRounds: null, projectDir: ' ' };
    expect(input('tot_start', args)).toEqual({ query: 'q' });
    for (const parent of [null, '', 'null'])
      expect(input('tot_propose', { sessionId, nodes: [{ ...node, parent }] })).toMatchObject({
        nodes: [node],
      });
  });

  it.each([
    [{ cache: ['on', 'off', 'on'] }],
    ['{"cache": ["on", "off"]}'],
    ['cache = on, off'],
    ['cache: [on, off]'],
    ['```json\n{"cache": ["on", "off"]}\n```'],
  ])('read dimensions from %j', (dimensions) => {
    expect(input('tot_next', { sessionId, dimensions })).toMatchObject({
      dimensions: [{ name: 'cache', values: ['on', 'off'] }],
    });
  });

  it('keep names of inherited members among the dimensions', () => {
    expect(input('tot_next', { sessionId, dimensions: '{"__proto__": ["x"]}' })).toMatchObject({
      dimensions: [{ name: '__proto__', values: ['x'] }],
    });
  });

  it('never throw, whatever is sent', () => {
    const tool = fc.constantFrom<TreeToolName>(
      'tot_start',
      'tot_propose',
      'tot_commit',
      'tot_next',
      'tot_step',
    );
    const keys = ['sessionId', 'nodes', 'results', 'dimensions', 'minRounds', 'query'];
    const raw = fc.dictionary(fc.constantFrom(...keys), fc.anything());
    fc.assert(
      fc.property(tool, raw, (name, args) => {
        const read = readCall(name, args, LIMIT);
        if (!read.ok) expect(read.bad.length).toBeGreaterThan(0);
      }),
    );
  });
});

describe('the text of a refusal', () => {
  it('says of each field what it must be and what came', () => {
    const read = readCall('tot_start', { minRounds: 99, mode: 'fast' }, LIMIT);
    expect(read.ok ? '' : sayBadFields('tot_start', read.bad)).toBe(
      'Invalid arguments for tot_start: query must be a text (missing); mode must be one of smoke, deep, exhaustive (got "fast"); minRounds must be a whole number from 1 to 20 (got 99).',
    );
  });

  it('stays short for many bad fields', () => {
    const read = readCall(
      'tot_commit',
      { sessionId, results: Array.from({ length: 500 }, () => ({})) },
      LIMIT,
    );
    const text = read.ok ? '' : sayBadFields('tot_commit', read.bad);
    expect(text).toContain('results.0.nodeId');
    expect(text).toMatch(/and 1450 more\.$/);
    expect(text.length).toBeLessThan(8_000);
  });
});
