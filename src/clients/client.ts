/** The key of our entry in every client; without `_`, at which Gemini CLI splits names. */
export const SERVER_NAME = 'deep-think';
/** The name of the package in the npm registry. */
export const PACKAGE_NAME = 'deep-think-mcp';

/** Whether a client's file counts for all folders of the user or for the current one. */
export type Scope = 'user' | 'project';

/** A value of a JSON document. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };
/** What stands under our name in a client's file. */
export type Entry = Readonly<Record<string, Json>>;

/** The folder a place begins in; `app_data` is where the platform keeps the data of applications. */
export type Root = 'home' | 'project' | 'config' | 'app_data' | 'claude' | 'continue' | 'codex';
/** A root and the names below it. */
export type Spot = readonly [Root, ...string[]];
/** Where a file lies, with the platforms on which that differs. */
export interface Place {
  readonly any: Spot;
  readonly darwin?: Spot;
  readonly win32?: Spot;
}

/** How a client starts the server. */
export interface Launch {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly windows: boolean;
}

/** A running server that a client calls instead of starting one. */
export interface Remote {
  readonly url: string;
  /** The bearer token of the server, if it wants one. */
  readonly token?: string | undefined;
}

/** One client: where its configuration lies and what an entry looks like there. */
export interface Client {
  /** The word on the command line. */
  readonly id: string;
  readonly title: string;
  /** `edit`: one entry in a shared file; `own_file`: a file that is ours; `print`: only the block is shown. */
  readonly handling: 'edit' | 'own_file' | 'print';
  /** `json` clients refuse comments and trailing commas, `jsonc` clients take them. */
  readonly format: 'json' | 'jsonc' | 'yaml' | 'toml';
  /** The files of each scope; the first that is there counts, else the first. */
  readonly places: Readonly<Partial<Record<Scope, readonly Place[]>>>;
  /** Where a person goes in the client when that is easier than the file, or when no file is known. */
  readonly menu?: string;
  /** The keys that lead to the servers. */
  readonly keys: readonly string[];
  /** Our keys of an entry that starts the server. */
  readonly stdio: (launch: Launch) => Entry;
  /** Our keys of an entry that calls a running server; null where the client takes none. */
  readonly remote: ((remote: Remote) => Entry) | null;
  /** Keys that a new entry gets besides; in an existing one they are the user's. */
  readonly extra: Entry;
  /** The whole file around an entry; without it the entry stands under our name below `keys`. */
  readonly document?: (entry: Entry) => Json;
  /** A link that makes the client add the entry. */
  readonly link?: (entry: Entry, launch: Launch | null) => string | null;
  /** How many tools of all servers together the client takes, where a limit is known. */
  readonly toolCap: number | null;
  /** The sets of tools that leave room below the limit for other servers; null for all. */
  readonly toolsets: readonly string[] | null;
}

/** What the command line asks of an entry. */
export interface EntryOptions {
  /** Without it the user's file, where the client has one. */
  readonly scope?: Scope | undefined;
  /** Names of sets; `all` alone leaves the choice out. Without it the client's own. */
  readonly toolsets?: readonly string[] | undefined;
  readonly remote?: Remote | undefined;
  /** The absolute folder of a checkout whose build is to be started. */
  readonly checkout?: string | undefined;
  /** The data folder, absolute, below `~`, or relative to the working folder. */
  readonly home?: string | undefined;
}

/** What a place or an entry depends on besides the options. */
export interface Machine {
  readonly platform: NodeJS.Platform;
  readonly env: NodeJS.ProcessEnv;
  /** The home folder, absolute. */
  readonly home: string;
  /** The working folder, absolute; the project of the scope `project`. */
  readonly cwd: string;
}
