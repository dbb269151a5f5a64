import type { Config } from '../../core/config.ts';
import { subagentEndpoints } from '../../core/endpoints.ts';
import type { EngineName } from '../../core/staged.ts';

/** Why an engine cannot work out a round here, or null; the manual one always can, since the client writes. */
export function engineObstacle(engine: EngineName, config: Config): 'no_endpoint' | null {
  return engine === 'necort' && subagentEndpoints(config).length === 0 ? 'no_endpoint' : null;
}

/** The argument that lets a thought begin although the configured engine cannot run; null when it can. */
export function beginWith(config: Config): { readonly engine: EngineName } | null {
  return engineObstacle(config.subagent.engine, config) === null ? null : { engine: 'manual' };
}
