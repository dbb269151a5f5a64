import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { serverManifest } from '../../scripts/ship/manifests.mjs';
import { PROJECT } from '../support/server-process.ts';

const packageJson = JSON.parse(readFileSync(join(PROJECT, 'package.json'), 'utf8'));

/** A version that names one release: a registry takes neither a range nor "latest". */
const version = z.string().regex(/^\d+\.\d+\.\d+(-[\w.]+)?$/);
/** The parts of a registry's `server.json` that are used here; any other key is a mistake. */
const ServerJson = z.strictObject({
  $schema: z.literal('https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json'),
  name: z
    .string()
    .regex(/^io\.github\.[a-zA-Z0-9-]+\/[a-z0-9._-]+$/)
    .max(200),
  title: z.string().min(1).max(100),
  description: z.string().min(1).max(100),
  version,
  packages: z
    .array(
      z.strictObject({
        registryType: z.enum(['npm', 'pypi', 'nuget', 'oci', 'mcpb']),
        identifier: z.string().min(1),
        version,
        runtimeHint: z.enum(['npx', 'uvx', 'docker', 'dnx']),
        transport: z.strictObject({ type: z.literal('stdio') }),
        environmentVariables: z.array(
          z.strictObject({
            name: z.string().regex(/^[A-Z_]+$/),
            description: z.string().min(1),
            format: z.enum(['string', 'number', 'boolean', 'filepath']),
            isRequired: z.boolean(),
          }),
        ),
      }),
    )
    .min(1),
});

describe('server.json', () => {
  it('is made from package.json', async () => {
    const text = `${JSON.stringify(serverManifest(packageJson), null, 2)}\n`;
    await expect(text).toMatchFileSnapshot('../../server.json');
  });

  it('has the shape that registries ask for, and names this package at this version', () => {
    const read = ServerJson.parse(JSON.parse(readFileSync(join(PROJECT, 'server.json'), 'utf8')));
    expect(read).toMatchObject({
      name: packageJson.mcpName,
      version: packageJson.version,
      packages: [{ identifier: packageJson.name, version: packageJson.version }],
    });
  });
});
