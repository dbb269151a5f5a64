import costs from '../tool-costs.json' with { type: 'json' };
import { listCost } from '../tool-lines.ts';

/** How many tools a list holds, and how many tokens of a model's context it takes. */
export const sayTools = (names: readonly string[]) =>
  `${names.length} tools, ${listCost(costs, names).toLocaleString('en')} tokens`;
