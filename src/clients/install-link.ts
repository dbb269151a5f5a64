import { type Client, SERVER_NAME } from './client.ts';

type Link = NonNullable<Client['link']>;

const encoded = (value: unknown) => encodeURIComponent(JSON.stringify(value));
const base64 = (value: unknown) => encodeURIComponent(Buffer.from(JSON.stringify(value)).toString('base64'));

/** The form of VS Code: the entry with its name, as an encoded query. */
export const vscodeLink: Link = (entry) => `vscode:mcp/install?${encoded({ name: SERVER_NAME, ...entry })}`;

/** A link that carries the entry as base64 of its JSON. */
export function base64Link(address: string): Link {
  return (entry) => `${address}?name=${SERVER_NAME}&config=${base64(entry)}`;
}

/** A link that carries the entry as encoded JSON. */
export function jsonLink(address: string): Link {
  return (entry) => `${address}?name=${SERVER_NAME}&config=${encoded(entry)}`;
}

/** Goose takes command and arguments, but neither variables nor an address. */
export const gooseLink: Link = (_, launch) => {
  if (launch === null || Object.keys(launch.env).length > 0) return null;
  const args = launch.args.map((arg) => `&arg=${encodeURIComponent(arg)}`).join('');
  const command = encodeURIComponent(launch.command);
  return `goose://extension?cmd=${command}${args}&timeout=300&id=${SERVER_NAME}&name=Deep%20Think&description=Staged%20reasoning`;
};
