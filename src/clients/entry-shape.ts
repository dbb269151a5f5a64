import type { Client, Entry, Launch, Remote } from './client.ts';

/** The variables of a launch under the client's name for them; nothing when there are none. */
function variables(key: string, env: Launch['env']): Entry {
  return Object.keys(env).length === 0 ? {} : { [key]: env };
}

/** `command`, `args` and `env`, as most clients have them. */
export const plain: Client['stdio'] = ({ command, args, env }) => ({
  command,
  args,
  ...variables('env', env),
});

/** The plain shape with a `type` before it. */
export function typed(type: string): Client['stdio'] {
  return (launch) => ({ type, ...plain(launch) });
}

/** One list for command and arguments, as opencode has it. */
export const oneCommand: Client['stdio'] = ({ command, args, env }) => ({
  type: 'local',
  command: [command, ...args],
  ...variables('environment', env),
});

/** The names of Goose. */
export const goose: Client['stdio'] = ({ command, args, env }) => ({
  type: 'stdio',
  cmd: command,
  args,
  ...variables('envs', env),
});

/** Codex gives a server no variables but those named, and on Windows `cmd` finds nothing without these. */
export const codex: Client['stdio'] = (launch) =>
  plain(
    launch.windows
      ? { ...launch, env: { ...launch.env, SystemRoot: 'C:\\Windows', PROGRAMFILES: 'C:\\Program Files' } }
      : launch,
  );

/** Address and token of a running server under the client's names for them. */
export function called(
  names: { readonly url?: string; readonly headers?: string; readonly type?: string } = {},
): (remote: Remote) => Entry {
  const { url = 'url', headers = 'headers', type } = names;
  return (remote) => ({
    ...(type === undefined ? {} : { type }),
    [url]: remote.url,
    ...(remote.token === undefined ? {} : { [headers]: { Authorization: `Bearer ${remote.token}` } }),
  });
}

/** Continue wants the headers below the options of the request. */
export const calledByContinue = ({ url, token }: Remote): Entry => ({
  type: 'streamable-http',
  url,
  ...(token === undefined ? {} : { requestOptions: { headers: { Authorization: `Bearer ${token}` } } }),
});
