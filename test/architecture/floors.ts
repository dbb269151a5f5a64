import { importsOf, type SourceFile } from './source-files.ts';

interface Floor {
  /** Files the row is about. */
  readonly files: RegExp;
  /** Files of the project they may import. */
  readonly own: readonly RegExp[];
  /** Packages and node modules they may import. */
  readonly packages: readonly RegExp[];
}

const CLIENTS = /^src\/clients\//;
const CORE = /^src\/core\//;
const HTTP = /^src\/http\//;
const KIT = /^src\/kit\//;
const RENDER = /^src\/render\//;
const PORTS = /^src\/store\/ports\.ts$/;
const PROTOCOLS = /^src\/protocols\//;
const RECORDS = /^src\/records\//;
const SESSION_TOOLS = /^src\/session-tools\//;
const SLIM = /^src\/slim\//;
const PROMPTS = /^src\/prompts\//;
const RESOURCES = /^src\/resources\//;
const ZOD = /^zod$/;
const NODE = /^node:/;

const protocols = ['serial', 'subagent', 'review', 'sequential', 'tree'].map((name) => ({
  files: new RegExp(`^src/protocols/${name}/`),
  own: [CORE, KIT, new RegExp(`^src/protocols/${name}/`)],
  packages: [ZOD],
}));

/** Who may import what; the first row that fits a file counts, and a file without a row may not exist. */
export const FLOORS: readonly Floor[] = [
  { files: CORE, own: [CORE], packages: [ZOD, /^fastest-levenshtein$/, /^jsonrepair$/, /^smol-toml$/] },
  { files: KIT, own: [CORE, KIT, PORTS], packages: [ZOD] },
  ...protocols,
  { files: /^src\/protocols\/all\.ts$/, own: [KIT, /^src\/protocols\/[^/]+\/protocol\.ts$/], packages: [] },
  { files: SESSION_TOOLS, own: [CORE, KIT, RENDER, SESSION_TOOLS, PORTS], packages: [ZOD] },
  { files: SLIM, own: [CORE, KIT, SLIM], packages: [] },
  { files: RECORDS, own: [CORE, KIT, PROTOCOLS, RECORDS, SESSION_TOOLS, PORTS], packages: [ZOD] },
  { files: PROMPTS, own: [CORE, KIT, PROTOCOLS, SESSION_TOOLS, PROMPTS], packages: [] },
  { files: RESOURCES, own: [CORE, KIT, RENDER, SESSION_TOOLS, PORTS, RESOURCES], packages: [] },
  { files: /^src\/store\//, own: [CORE, /^src\/store\//], packages: [ZOD, /^smol-toml$/, NODE] },
  { files: RENDER, own: [CORE, KIT, RENDER], packages: [/^diff$/, /^d3-hierarchy$/, /^markdown-it$/] },
  {
    // Other programs' files: of the store only what reads and writes any file.
    files: CLIENTS,
    own: [CLIENTS, /^src\/store\/(atomic-file|fs-faults|fs-layer)\.ts$/],
    packages: [/^diff$/, /^jsonc-parser$/, /^smol-toml$/, NODE],
  },
  {
    files: /^src\/llm\/necort-adapter\.ts$/,
    own: [CORE, KIT, /^src\/llm\//, /^vendor\/necort\//],
    packages: [NODE],
  },
  { files: /^src\/llm\//, own: [CORE, KIT, /^src\/llm\//], packages: [NODE, /^eventsource-parser$/] },
  {
    // The two files through which the process's own streams and signals come in.
    files: /^src\/server\/(process|stdio)\.ts$/,
    own: [/^src\/server\//],
    packages: [/^@modelcontextprotocol\/sdk\//, /^node:(process|stream)$/],
  },
  {
    files: /^src\/server\//,
    own: [CORE, KIT, SESSION_TOOLS, PORTS, PROMPTS, RESOURCES, /^src\/server\//],
    packages: [ZOD, /^@modelcontextprotocol\/sdk\//],
  },
  {
    // Of the store only the file of the token.
    files: HTTP,
    own: [KIT, HTTP, /^src\/server\//, /^src\/store\/(?:ports|token-file)\.ts$/],
    packages: [/^@modelcontextprotocol\/sdk\//, NODE],
  },
  {
    files: /^src\/cli\//,
    own: [/^src\/(?!server\/|main\.ts)/],
    packages: [NODE, /^commander$/],
  },
  { files: /^src\/registry\.ts$/, own: [/^src\/(?!server\/|cli\/|main\.ts|ports\.ts)/], packages: [NODE] },
  // The ports of the world, built for main.
  { files: /^src\/ports\.ts$/, own: [CORE, KIT, /^src\/store\//], packages: [NODE] },
  // What answers calls, loaded after the start.
  { files: /^src\/app\.ts$/, own: [/^src\/(?!main\.ts)/], packages: [NODE] },
  { files: /^src\/main\.ts$/, own: [/^src\//, /^package\.json$/], packages: [NODE] },
];

/** One line for each import that its file's floor does not allow, and for each file on no floor. */
export function floorBreaches(files: readonly SourceFile[]): readonly string[] {
  return files.flatMap((file) => {
    const floor = FLOORS.find((row) => row.files.test(file.path));
    if (floor === undefined) return [`${file.path} stands on no floor`];
    return importsOf(file)
      .filter((target) => !isAllowed(floor, target))
      .map((target) => `${file.path} imports ${target}`);
  });
}

function isAllowed(floor: Floor, target: string): boolean {
  const allowed = /^((src|vendor|config|lenses)\/|package\.json$)/.test(target) ? floor.own : floor.packages;
  return allowed.some((pattern) => pattern.test(target));
}

/** The first circle of imports found, as the list of its files; null when there is none. */
export function importCircle(files: readonly SourceFile[]): readonly string[] | null {
  const edges = new Map(files.map((file) => [file.path, importsOf(file)]));
  const done = new Set<string>();

  function visit(path: string, trail: readonly string[]): readonly string[] | null {
    if (trail.includes(path)) return [...trail.slice(trail.indexOf(path)), path];
    if (done.has(path)) return null;
    for (const target of edges.get(path) ?? []) {
      const circle = visit(target, [...trail, path]);
      if (circle !== null) return circle;
    }
    done.add(path);
    return null;
  }

  for (const path of edges.keys()) {
    const circle = visit(path, []);
    if (circle !== null) return circle;
  }
  return null;
}

/** Relative imports that lead to no file of the project. */
export function danglingImports(files: readonly SourceFile[]): readonly string[] {
  const known = new Set(files.map(({ path }) => path));
  return files.flatMap((file) =>
    importsOf(file)
      .filter((target) => /^(src|vendor)\/.*\.ts$/.test(target) && !known.has(target))
      .map((target) => `${file.path} imports ${target}`),
  );
}
