import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { describe, expect, it } from 'vitest';
import { Config } from '../../src/core/config.ts';
import { WHOLE } from '../../src/core/tool-choice.ts';
import { readArguments } from '../../src/kit/arguments.ts';
import type { Tool } from '../../src/kit/tool.ts';
import { createRegistry, createSlimRegistry, setsByTool } from '../../src/registry.ts';
import { describeTool } from '../../src/server/describe.ts';
import { instructionsFor } from '../../src/server/instructions.ts';
import { PROJECT } from '../support/server-process.ts';
import { contractPage } from './contract-page.ts';
import { libraryPage } from './library-page.ts';
import { packagedConfig } from './packaged-config.ts';
import { reviewPage, sequentialPage, treePage } from './record-page.ts';

const SETS = ['core', 'serial', 'subagent', 'review', 'sequential', 'tree', 'search', 'autopilot', 'all'];
const CHOICES = [...SETS.map((set) => [set]), ['review', 'sequential'], ['tree', 'core']];
const NAMES = /\b(?:[a-z]+_[a-z_]+|sequentialthinking)\b(?<!next_tool|session_id)/g;

const registry = createRegistry();
const INSTRUCTIONS = instructionsFor((tool) => registry.tools.has(tool));
const tools = [...registry.tools.values()];
const described = tools.map(describeTool);
const sets = setsByTool();
const slim = [
  ...createSlimRegistry({ call: () => Promise.reject(new Error('no call')), newId: () => '' }).tools.values(),
];

/** What a client hands its model of a tool. */
function tokensOf(tool: Tool): number {
  const { name, description, inputSchema } = describeTool(tool);
  return countTokens(name) + countTokens(description) + countTokens(JSON.stringify(inputSchema));
}

/** Keywords that at least one client or model refuses; see docs for the list of clients. */
const BANNED =
  /^(\$schema|\$ref|\$defs|anyOf|oneOf|allOf|not|const|format|pattern|exclusiveMinimum|exclusiveMaximum|propertyNames|patternProperties|additionalProperties|nullable|default)$/;

function keysOf(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => [key, ...keysOf(inner)]);
}

describe('the tool list', () => {
  it('has the autopilots behind all others, where the operator offers them', () => {
    const offered = [...createRegistry({ autopilot: true }).tools.values()].map(describeTool);
    expect(offered.slice(0, described.length)).toEqual(described);
    expect(offered.slice(described.length).map(({ name }) => name)).toEqual([
      'run_stage_autopilot',
      'run_subagent_autopilot',
    ]);
  });

  it('has its cost in a file that the command tools prints', async () => {
    const offered = [...createRegistry({ autopilot: true }).tools.values()];
    const rows = [
      ...offered.map((tool) => ({ tool, sets: sets.get(tool.name) ?? [] })),
      ...slim.map((tool) => ({ tool, sets: ['slim'] })),
    ].map(({ tool, sets }) => ({ name: tool.name, tokens: tokensOf(tool), sets }));
    await expect(`${JSON.stringify(rows, null, 2)}\n`).toMatchFileSnapshot('../../src/cli/tool-costs.json');
  });

  it('costs a model at most 4,000 tokens, and no tool more than 220', () => {
    const costs = tools.map((tool) => ({ name: tool.name, tokens: tokensOf(tool) }));
    expect(costs.filter(({ tokens }) => tokens > 220)).toEqual([]);
    expect(costs.reduce((sum, { tokens }) => sum + tokens, 0)).toBeLessThanOrEqual(4000);
  });

  it('is the committed one', async () => {
    await expect(`${JSON.stringify(described, null, 2)}\n`).toMatchFileSnapshot(
      '../../src/server/tools.json',
    );
  });

  it.each([...registry.protocols.keys()])('is explained by the generated contract page: %s', async (name) => {
    const own = { sequential: sequentialPage, tree: treePage, review: reviewPage }[name];
    const offered = createRegistry({ autopilot: true });
    const page = own === undefined ? contractPage(offered, name) : own(offered);
    await expect(`${page}\n`).toMatchFileSnapshot(`../../docs/contract/${name}.md`);
  });

  it.each(described)('$name stays inside the schema subset that every client takes', ({ inputSchema }) => {
    const names = Object.keys(inputSchema.properties);
    expect(keysOf(inputSchema).filter((key) => BANNED.test(key) && !names.includes(key))).toEqual([]);
    for (const property of Object.values(inputSchema.properties)) expect(typeof property.type).toBe('string');
  });

  it.each(described)('$name has a short name, a title and a short description', (tool) => {
    expect(tool.name).toMatch(/^[a-z][a-z_]{2,27}$/);
    expect(tool.title.length).toBeGreaterThan(3);
    expect(tool.description.length).toBeLessThanOrEqual(300);
  });

  it.each(tools.filter((tool) => tool.kind !== 'record'))(
    '$name has an example that its own reader accepts',
    (tool) => {
      expect(readArguments(tool.fields, tool.example, { textBytes: 1000 }).ok).toBe(true);
    },
  );

  it('marks reading tools as reading and the clearing tool as destructive', () => {
    const hints = new Map(described.map((tool) => [tool.name, tool.annotations]));
    expect(hints.get('next_action')).toEqual({ readOnlyHint: true, openWorldHint: false });
    expect(hints.get('begin_thought')).toEqual({
      readOnlyHint: false,
      destructiveHint: false,
      openWorldHint: false,
    });
    expect(hints.get('clear_session')).toEqual({
      readOnlyHint: false,
      destructiveHint: true,
      openWorldHint: false,
    });
    expect(hints.get('begin_subagent_thought')).toEqual({ readOnlyHint: false, destructiveHint: false });
  });
});

describe('the packaged configuration', () => {
  const config = packagedConfig(readFileSync(join(PROJECT, 'config', 'default.toml'), 'utf8'));

  it('is the committed one', async () => {
    await expect(`${JSON.stringify(config, null, 2)}\n`).toMatchFileSnapshot(
      '../../src/store/packaged-config.json',
    );
  });

  it('is what the schema makes of it, so that it need not be validated', () => {
    expect(Config.parse(config.values)).toEqual(config.values);
  });
});

describe('slim', () => {
  it('costs a model at most 500 tokens, with all that is listed of its three tools', () => {
    expect(slim.map(({ name }) => name)).toEqual(['think', 'answer', 'next_action']);
    expect(countTokens(JSON.stringify(slim.map(describeTool)))).toBeLessThanOrEqual(500);
  });

  it.each(slim.map(describeTool))('$name stays inside the schema subset that every client takes', (tool) => {
    const names = Object.keys(tool.inputSchema.properties);
    expect(keysOf(tool.inputSchema).filter((key) => BANNED.test(key) && !names.includes(key))).toEqual([]);
  });

  it('is introduced by its own tools alone', () => {
    const names = slim.map(({ name }) => name);
    const words = instructionsFor((name) => names.includes(name)).match(/\w+/g) ?? [];
    expect(words).toEqual(expect.arrayContaining(names));
    expect(words.filter((word) => registry.tools.has(word) && !names.includes(word))).toEqual([]);
  });
});

describe('prompts and resources', () => {
  it('are explained by a generated contract page', async () => {
    await expect(`${libraryPage()}\n`).toMatchFileSnapshot('../../docs/contract/prompts.md');
  });
});

describe('the server instructions', () => {
  it('are five sentences of at most 2,000 characters', () => {
    expect(INSTRUCTIONS.length).toBeLessThanOrEqual(2000);
    expect(INSTRUCTIONS.split(/(?<=\.) (?=[A-Z])/)).toHaveLength(5);
  });

  it.each(CHOICES)('name only tools that are offered: %j', (...toolsets) => {
    const { tools: offered } = createRegistry({ autopilot: true, choice: { ...WHOLE, toolsets } });
    const named = instructionsFor((name) => offered.has(name)).match(NAMES) ?? [];
    expect(named.filter((name) => !offered.has(name))).toEqual([]);
  });
});

describe('the source of each tool', () => {
  it('declares each name once', () => {
    const files = [
      'src/session-tools',
      ...[...registry.protocols.keys()].map((name) => `src/protocols/${name}`),
    ].flatMap((folder) =>
      readdirSync(folder)
        .filter((name) => name.endsWith('.ts'))
        .map((name) => readFileSync(join(folder, name), 'utf8')),
    );
    for (const { name } of tools) {
      const literal = new RegExp(
        `(?:name: '${name}',\\n\\s+title|(?:tool|advertised)\\(\\n\\s+'${name}',)`,
        'g',
      );
      expect(
        files.flatMap((text) => text.match(literal) ?? []),
        name,
      ).toHaveLength(1);
    }
  });
});
