/** A tool with what its name, description and schema cost a model, in o200k tokens. */
export interface ToolCost {
  readonly name: string;
  readonly tokens: number;
  /** The sets that bring it, beside `all`. */
  readonly sets: readonly string[];
}

/** A set with the number and the cost of its tools. */
export interface SetCost {
  readonly name: string;
  readonly tools: number;
  readonly tokens: number;
}

/** What a list of these tools costs; the three of slim are other tools than those with the same names. */
export function listCost(costs: readonly ToolCost[], names: readonly string[]): number {
  const isSlim = names.includes('think');
  const offered = costs.filter(({ name, sets }) => names.includes(name) && sets.includes('slim') === isSlim);
  return sum('', offered).tokens;
}

/** Sets whose tools `all` does not bring by itself. */
const APART = ['autopilot', 'slim'];

/** Every set in the order in which the tools name them, and `all` before them. */
export function setCosts(costs: readonly ToolCost[]): readonly SetCost[] {
  const names = [...new Set(costs.flatMap(({ sets }) => sets))];
  const whole = costs.filter(({ sets }) => !sets.every((set) => APART.includes(set)));
  return [
    sum('all', whole),
    ...names.map((name) =>
      sum(
        name,
        costs.filter(({ sets }) => sets.includes(name)),
      ),
    ),
  ];
}

const sum = (name: string, costs: readonly ToolCost[]): SetCost => ({
  name,
  tools: costs.length,
  tokens: costs.reduce((total, { tokens }) => total + tokens, 0),
});

/** The tools one a line, then the sets. */
export function toolLines(costs: readonly ToolCost[]): string[] {
  const width = Math.max(...costs.map(({ name }) => name.length));
  const line = (name: string, tokens: number, rest: string) =>
    `${name.padEnd(width)}  ${String(tokens).padStart(6)}  ${rest}`;
  return [
    `${'tool'.padEnd(width)}  tokens  sets`,
    ...costs.map(({ name, tokens, sets }) => line(name, tokens, sets.join(', '))),
    '',
    `${'set'.padEnd(width)}  tokens  tools`,
    ...setCosts(costs).map(({ name, tokens, tools }) => line(name, tokens, String(tools))),
  ];
}
