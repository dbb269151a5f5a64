/** @typedef {{ name: string, version: string, license: string, description: string, keywords: string[],
 *   mcpName: string, engines: { node: string } }} PackageJson */

const TITLE = 'Deep Think';
/** The sign of a value that the client fills in. */
const filled = (/** @type {string} */ name) => `\${${name}}`;
const FOLDER = 'The folder for sessions, settings and lenses; an absolute path';

/**
 * What a registry of MCP servers asks of `server.json`; name and version are those of package.json.
 * @param {PackageJson} packageJson
 */
export function serverManifest({ name, version, mcpName }) {
  return {
    $schema: 'https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json',
    name: mcpName,
    title: TITLE,
    // A registry takes 100 characters.
    description:
      'Holds the state of a hard question, names the next step, scores each one, keeps it all on disk.',
    version,
    packages: [
      {
        registryType: 'npm',
        identifier: name,
        version,
        runtimeHint: 'npx',
        transport: { type: 'stdio' },
        environmentVariables: [
          { name: 'DEEP_THINK_HOME', description: FOLDER, format: 'filepath', isRequired: false },
        ],
      },
    ],
  };
}

/**
 * The manifest of an MCPB bundle that holds the built server.
 * @param {PackageJson} packageJson
 * @param {readonly { name: string, title: string }[]} tools
 */
export function bundleManifest({ name, version, license, description, keywords, engines }, tools) {
  return {
    manifest_version: '0.3',
    name,
    display_name: TITLE,
    version,
    description,
    author: { name: `${name} contributors` },
    license,
    keywords,
    server: {
      type: 'node',
      entry_point: 'dist/main.cjs',
      mcp_config: {
        command: 'node',
        args: [`${filled('__dirname')}/dist/main.cjs`],
        env: { DEEP_THINK_HOME: filled('user_config.data_folder') },
      },
    },
    tools: tools.map((tool) => ({ name: tool.name, description: tool.title })),
    // Settings of the user's own switch tools on and off.
    tools_generated: true,
    prompts_generated: true,
    compatibility: { platforms: ['darwin', 'win32', 'linux'], runtimes: { node: engines.node } },
    user_config: {
      data_folder: {
        type: 'directory',
        title: 'Data folder',
        description: FOLDER,
        required: false,
        default: `${filled('HOME')}/deep-think-mcp`,
      },
    },
  };
}
