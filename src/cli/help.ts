import type { ConfigKey } from '../core/config-keys.ts';

/** What the environment may say. */
export const environmentHelp = `Environment:
  DEEP_THINK_HOME      data root, an absolute path (default ~/deep-think-mcp)
  DEEP_THINK_PROJECT   label of new sessions (default: name of the working folder)
  DEEP_THINK_LOG       "debug" for details on stderr
  DEEP_THINK_SUBAGENT_API_KEY, DEEP_THINK_AUTOPILOT_API_KEY
                       API keys for the endpoints of these tables
  DEEP_THINK_MCP_TRANSPORT, _HOST, _PORT, _PATH, _STATELESS
                       the server over HTTP; flags beat them
  DEEP_THINK_TABLE_KEY any key of the configuration, for example DEEP_THINK_SERIAL_MAX_ROUNDS=5`;

/** Every key of the configuration with its meaning. */
export function keyHelp(keys: readonly ConfigKey[]): string {
  const width = Math.max(...keys.map(({ key }) => key.length));
  const lines = keys.map(({ key, about }) => `  ${key.padEnd(width)}  ${about}`);
  return `Keys (flag over environment over config.toml in the data root over default):\n${lines.join('\n')}`;
}
