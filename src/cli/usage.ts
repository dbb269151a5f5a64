import type { ConfigKey } from '../core/config-keys.ts';

/** What `--help` prints: the commands, the flags, the environment, and every key of the configuration. */
export function usage(version: string, keys: readonly ConfigKey[]): string {
  const width = Math.max(...keys.map(({ key }) => key.length));
  return `deep-think-mcp ${version}: a reasoning server for MCP clients, over stdio.

Usage: deep-think-mcp [mcp | config] [--set table.key=value]... [--help] [--version]
       deep-think-mcp run "QUESTION" [--endpoint URL] [--model NAME] [--mode serial|subagent] [--stages A,B]
       deep-think-mcp search WORDS... [--limit N] [--json]
       deep-think-mcp import [PATH]... [--dry-run] [--json]

  mcp      serve one client on stdin and stdout; the same as no command
  config   print every key of the configuration with its value and where that comes from
  run      work a whole question with a model behind an endpoint; the record goes to stdout, progress to stderr
  search   find sessions by the words of their questions, thoughts and findings
  import   bring in session files, exports, reviews and investigations, also of the servers that this one replaces

Environment:
  DEEP_THINK_HOME      data root, an absolute path (default ~/deep-think-mcp)
  DEEP_THINK_PROJECT   label of new sessions (default: name of the working folder)
  DEEP_THINK_LOG       "debug" for details on stderr
  DEEP_THINK_SUBAGENT_API_KEY, DEEP_THINK_AUTOPILOT_API_KEY
                       API keys for the endpoints of these tables
  DEEP_THINK_TABLE_KEY any key below, for example ${keys[0]?.variable}=5

Keys (flag over environment over config.toml in the data root over default):
${keys.map(({ key, about }) => `  ${key.padEnd(width)}  ${about}`).join('\n')}
`;
}
