import { KEY_TABLES } from '../../ports.ts';
import { type Check, ok, problem } from './finding.ts';

/** Whether the configuration can be used, with the key files that it names. */
export const configuration: Check = {
  name: 'config',
  look: async ({ desk: { world } }) => {
    try {
      const config = await world.config();
      for (const table of KEY_TABLES) world.key(table, config);
      const values = await world.explainConfig();
      const own = values.filter(({ source }) => source !== 'default').length;
      return [ok(`valid, ${own} of ${values.length} keys differ from the defaults`)];
    } catch (error) {
      if (!(error instanceof Error && 'code' in error)) throw error;
      return [problem(error.message, 'Correct it there; deep-think-mcp config shows every key.')];
    }
  },
};
