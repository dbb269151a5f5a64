import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { packExtension } from '@anthropic-ai/mcpb';
import { bundleManifest } from './manifests.mjs';

const CONTENT = ['dist', 'config', 'lenses', 'package.json', 'README.md', 'LICENSE', 'LICENSE-NOTICES'];

/**
 * Packs the built server into one `.mcpb` file below `target` and gives its path; what went in stands beside it.
 * @param {string} root the checkout
 * @param {string} target
 * @param {{ silent?: boolean }} [options]
 */
export async function packMcpb(root, target, { silent = false } = {}) {
  const read = (/** @type {string} */ path) => JSON.parse(readFileSync(join(root, path), 'utf8'));
  const packageJson = read('package.json');
  const folder = join(target, 'mcpb');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const path of CONTENT) cpSync(join(root, path), join(folder, path), { recursive: true });
  const manifest = bundleManifest(packageJson, read('src/server/tools.json'));
  writeFileSync(join(folder, 'manifest.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  const outputPath = join(target, `${packageJson.name}-${packageJson.version}.mcpb`);
  // Packing validates the manifest first.
  const isPacked = await packExtension({ extensionPath: folder, outputPath, silent });
  if (!isPacked) throw new Error('the bundle could not be packed');
  return outputPath;
}
