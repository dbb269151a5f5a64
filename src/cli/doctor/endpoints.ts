import type { EndpointCheck } from '../../llm/workshop.ts';
import { type Check, type Finding, ok, problem, warning } from './finding.ts';

/** Whether a server that knows only tagged names has the model. */
const has = (models: readonly string[], model: string) =>
  models.some((name) => name === model || name === `${model}:latest`);

function findingOf({ table, endpoint, model, answer }: EndpointCheck): Finding {
  if (!answer.ok)
    return problem(`${table}: ${answer.detail}`, `Start that server, or correct ${table}.endpoint.`);
  if (has(answer.models, model)) return ok(`${table}: ${endpoint} offers ${model}`);
  const known = answer.models.slice(0, 5).join(', ');
  return warning(
    `${table}: ${endpoint} does not list the model ${model}`,
    `Load it there, or set ${table}.model${known === '' ? '' : ` to one that it lists (${known})`}.`,
  );
}

/** Whether the model servers that are configured answer and have the model. */
export const endpoints: Check = {
  name: 'models',
  look: async ({ desk }) => (await desk.checkEndpoints()).map(findingOf),
};
