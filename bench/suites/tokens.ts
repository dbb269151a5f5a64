import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { type Figure, type Suite, spread } from '../figures.ts';
import { scriptedReplies } from '../reply-tour.ts';
import { builtServer, initialize, startServer, type ToolReply } from '../server.ts';
import { withTempHome } from '../temp-home.ts';
import { type ListedTool, tokensOfTool } from '../tool-tokens.ts';
import { repliesOfWholeSessions } from '../whole-sessions.ts';

/** One thing that a model reads, and the least that could stand in its place, both in tokens. */
interface Cost {
  readonly name: string;
  readonly ours: number;
  readonly floor: number;
}

const MEAN_TARGET = 100;

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
const tokens = (count: number) => `${Math.round(count)} tokens`;

function figure(name: string, { ours, floor }: Omit<Cost, 'name'>, costs: readonly Cost[] = []): Figure {
  const ratios = costs.length === 0 ? [ours / floor] : costs.map((cost) => cost.ours / cost.floor);
  return {
    name,
    ours: tokens(ours),
    floor: tokens(floor),
    ratio: { ...spread(ratios), median: ours / floor },
  };
}

function summary(what: string, costs: readonly Cost[]): Figure[] {
  const largest = costs.toSorted((a, b) => b.ours - a.ours)[0];
  const ours = costs.map((cost) => cost.ours);
  const floor = costs.map((cost) => cost.floor);
  return [
    figure(`${what}, mean`, { ours: mean(ours), floor: mean(floor) }, costs),
    ...(largest === undefined ? [] : [figure(`${what}, largest: ${largest.name}`, largest)]),
  ];
}

function toolCost(tool: ListedTool): Cost {
  const { name, description = '' } = tool;
  return { name, ours: tokensOfTool(tool), floor: countTokens(name) + countTokens(description) };
}

/**
 * What a reply hands over because the next step is made of it, or says again because the model wrote it: drafts,
 * candidates, lenses, instructions (of a review those of the next phase, too), and the items of a report.
 */
const MATERIAL = [
  'draft_content',
  'selected_content',
  'lens_template',
  'specialist_prompt',
  'instructions',
  'next_phase',
  'phases',
];
const REPLY_TARGET = 100;
const SLIM_TARGET = 500;

function withoutMaterial({ fields, text }: ToolReply): number {
  const given = MATERIAL.filter((name) => Object.hasOwn(fields, name));
  if (given.length === 0) return countTokens(text);
  const rest = Object.entries(fields).filter(([name]) => !given.includes(name));
  return countTokens(JSON.stringify(Object.fromEntries(rest)));
}

function sessionNote(protocol: string, replies: readonly ToolReply[]): string {
  const median = spread(replies.map(withoutMaterial)).median;
  const whole = spread(replies.map(({ text }) => countTokens(text))).median;
  const met = median <= REPLY_TARGET ? 'met' : '**missed**';
  return `Median reply over a whole session, ${protocol}: ${median} tokens without ${MATERIAL.join(', ')} (target ≤ ${REPLY_TARGET}: ${met}), ${whole} with them; ${replies.length} replies.`;
}

async function sessionNotes(): Promise<string[]> {
  return withTempHome(async (home) => {
    const server = startServer(builtServer(), home);
    await initialize(server);
    const sessions = await repliesOfWholeSessions(server);
    await server.close();
    return [...sessions].map(([protocol, replies]) => sessionNote(protocol, replies));
  });
}

async function slimNote(): Promise<string> {
  return withTempHome(async (home) => {
    const server = startServer(builtServer(), home, { args: ['--toolsets', 'slim'] });
    await initialize(server);
    const { tools } = (await server.ask('tools/list')) as { readonly tools: readonly ListedTool[] };
    await server.close();
    const total = tools.map(toolCost).reduce((sum, { ours }) => sum + ours, 0);
    return `slim: ${tools.length} tools, ${total} tokens (target ≤ ${SLIM_TARGET}: ${total <= SLIM_TARGET ? 'met' : '**missed**'}).`;
  });
}

/** What the tools and their replies take of a model's context. */
export const tokensOf: Suite = () =>
  withTempHome(async (home) => {
    const server = startServer(builtServer(), home);
    const { instructions } = await initialize(server);
    const { tools } = (await server.ask('tools/list')) as { readonly tools: readonly ListedTool[] };
    const replies = await scriptedReplies(server);
    await server.close();
    const listed = tools.map(toolCost);
    const answered = replies.map(({ tool, reply }): Cost => {
      const { session_id, next_tool } = reply.fields;
      return {
        name: tool,
        ours: countTokens(reply.text),
        floor: countTokens(JSON.stringify({ session_id, next_tool })),
      };
    });
    const perTool = mean(listed.map((cost) => cost.ours));
    const total = tokens(perTool * listed.length);
    const missing = tools
      .filter(({ name }) => !replies.some(({ tool }) => tool === name))
      .map(({ name }) => name);
    return {
      title: 'tokens',
      method:
        'o200k tokens, no warm-up: a tool is its name, description and input schema ÷ name and description alone; a reply is its text ÷ `session_id` and `next_tool` alone, over one scripted session.',
      figures: [...summary('tool', listed), ...summary('reply', answered)],
      notes: [
        `tools/list: ${listed.length} tools, ${total} in all, ${perTool.toFixed(1)} per tool (target ≤ ${MEAN_TARGET}: ${perTool <= MEAN_TARGET ? 'met' : 'missed'}).`,
        `Tools: ${named(listed)}.`,
        `Replies: ${named(answered)}.`,
        await slimNote(),
        ...(await sessionNotes()),
        'What is above the line: the task of a specialist, whose seven dimensions, weight and place the promised shape repeats each time.',
        ...(missing.length === 0 ? [] : [`Not called by the script: ${missing.join(', ')}.`]),
        `Instructions: ${String(instructions ?? '').length} characters.`,
      ],
    };
  });

function named(costs: readonly Cost[]): string {
  return costs
    .toSorted((a, b) => b.ours - a.ours)
    .map(({ name, ours }) => `${name} ${ours}`)
    .join(', ');
}
