import type { Config } from '../../core/config.ts';
import type { EngineName } from '../../core/staged.ts';

/** The base URLs that are configured: the list without blanks, else the single one; none when both are empty. */
function endpointsOf({ subagent }: Config): string[] {
  const given = (urls: readonly string[]) => urls.filter((url) => url.trim() !== '');
  const several = given(subagent.endpoints);
  return several.length > 0 ? several : given([subagent.endpoint]);
}

/** Why an engine cannot work out a round here, or null; the manual one always can, since the client writes. */
export function engineObstacle(
  engine: EngineName,
  config: Config,
): 'no_endpoint' | 'engine_unavailable' | null {
  if (engine === 'manual') return null;
  return endpointsOf(config).length === 0 ? 'no_endpoint' : 'engine_unavailable';
}

/** The argument that lets a thought begin although the configured engine cannot run; null when it can. */
export function beginWith(config: Config): { readonly engine: EngineName } | null {
  return engineObstacle(config.subagent.engine, config) === null ? null : { engine: 'manual' };
}
