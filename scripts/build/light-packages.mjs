import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * Parts of packages that the server never calls, replaced by the least that keeps their importers working.
 * The throwing ones fail loudly should a new version start to call them.
 * @type {readonly { filter: RegExp, importer: RegExp, contents: string }[]}
 */
const REPLACEMENTS = [
  {
    // Only English messages are shown; each further language costs start time.
    filter: /\/locales\/index\.js$/,
    importer: /\/zod\/v4\//,
    contents: "export { default as en } from './en.js';",
  },
  {
    // The SDK takes schemas of both major lines of zod; this server gives it the newer only.
    filter: /^zod\/v3$/,
    importer: /\/@modelcontextprotocol\/sdk\//,
    contents: throwing('object', 'zod/v3'),
  },
  {
    filter: /^zod-to-json-schema$/,
    importer: /\/@modelcontextprotocol\/sdk\//,
    contents: throwing('zodToJsonSchema', 'zod-to-json-schema'),
  },
  {
    // The bodies of requests are read and limited by this server itself; the package brings tables of old encodings.
    filter: /^raw-body$/,
    importer: /\/@modelcontextprotocol\/sdk\//,
    contents: "export default function rawBody() { throw new Error('raw-body is left out of this build'); }",
  },
  {
    // Validates answers to elicitation, which this server never asks for.
    filter: /\/ajv-provider\.js$/,
    importer: /\/@modelcontextprotocol\/sdk\//,
    contents: `export class AjvJsonSchemaValidator { getValidator() { throw new Error('ajv is left out of this build'); } }`,
  },
];

/**
 * @param {string} name
 * @param {string} source
 */
function throwing(name, source) {
  return `export function ${name}() { throw new Error('${source} is left out of this build'); }`;
}

const TYPES = /[\\/]@modelcontextprotocol[\\/]sdk[\\/]dist[\\/]esm[\\/]types\.js$/;
/** One schema of the SDK, up to the next declaration at the left margin. */
const SCHEMA = /^((?:export )?const \w+Schema =\s)([^;]*(?:;(?!\n(?:export|const|\/[*/]|$))[^;]*)*);$/gmu;

/** Stands for a schema until something is asked of it. */
const LATE = `const lateSchema = (make) => {
  let made;
  const get = (_, key) => (made ??= make())[key];
  return new Proxy({}, { get, has: (_, key) => key in (made ??= make()) });
};
`;

/** A check of every message by the schema of a response, up to the check itself. */
const RESPONSE =
  /(export const isJSONRPC(Result|Error)Response = \(value\) => )(?=\w+\.safeParse\(value\)\.success;)/gu;

/**
 * Requests are asked first whether they are responses. A schema that does not fit makes a list of complaints;
 * that the one member is not there which the schema wants is seen without it.
 * @param {string} source
 */
export function withQuickRefusals(source) {
  return source.replace(
    RESPONSE,
    (_, start, kind) => `${start}Object(value).${kind.toLowerCase()} !== undefined && `,
  );
}

/**
 * The SDK builds a schema for each message of the protocol; this server sends and reads a few of them. Making a
 * schema changes nothing else, so one that nobody names can be left out, once the bundler is told, and any other
 * is made when it is first used.
 * @param {string} source
 */
export function withLateSchemas(source) {
  return LATE + source.replace(SCHEMA, '$1/* @__PURE__ */ lateSchema(() => $2);');
}

/** @type {import('esbuild').Plugin} */
export const lightPackages = {
  name: 'light-packages',
  setup(build) {
    REPLACEMENTS.forEach(({ filter, importer, contents }, index) => {
      build.onResolve({ filter }, (args) =>
        importer.test(args.importer.replaceAll('\\', '/'))
          ? {
              path: `replacement-${index}`,
              namespace: 'light',
              pluginData: { contents, resolveDir: dirname(join(args.resolveDir, args.path)) },
            }
          : null,
      );
    });
    build.onLoad({ filter: TYPES }, ({ path }) => ({
      contents: withLateSchemas(withQuickRefusals(readFileSync(path, 'utf8'))),
      resolveDir: dirname(path),
    }));
    build.onLoad({ filter: /.*/, namespace: 'light' }, ({ pluginData }) => pluginData);
  },
};
