import type { Config } from './config.ts';

/** The base URLs of `[subagent]`: the list without blanks, else the single one; none when both are empty. */
export function subagentEndpoints({ subagent }: Pick<Config, 'subagent'>): string[] {
  const given = (urls: readonly string[]) => urls.filter((url) => url.trim() !== '');
  const several = given(subagent.endpoints);
  return several.length > 0 ? several : given([subagent.endpoint]);
}
