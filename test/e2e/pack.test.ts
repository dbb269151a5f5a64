import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { smoke } from '../../scripts/smoke.mjs';

const MOST_BYTES = 2 * 1024 * 1024;

interface PackedFile {
  readonly path: string;
  readonly mode: number;
}
interface Packed {
  readonly filename: string;
  readonly unpackedSize: number;
  readonly files: readonly PackedFile[];
}

function npm(args: readonly string[]): string {
  return execFileSync('npm', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] });
}

/** Every file below a folder with its mode, time and content, so that any change shows. */
function fingerprintOf(folder: string): Readonly<Record<string, string>> {
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort();
  return Object.fromEntries(
    paths.map((path) => {
      const full = join(folder, path);
      const { mode, mtimeMs } = statSync(full);
      const content = statSync(full).isFile() ? readFileSync(full) : '';
      return [path, `${mode} ${mtimeMs} ${createHash('sha256').update(content).digest('hex')}`];
    }),
  );
}

describe('the packed package', () => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'deep-think-pack-')));
  const prefix = join(folder, 'pläce with a space');
  const home = join(folder, 'höme of sessions');
  const installed = join(prefix, 'node_modules', 'deep-think-mcp');
  let packed: Packed;

  const install = () => {
    const quiet = ['--offline', '--no-audit', '--no-fund', '--loglevel=error'];
    npm(['install', '--prefix', prefix, ...quiet, join(folder, packed.filename)]);
  };

  beforeAll(() => {
    mkdirSync(prefix);
    mkdirSync(home);
    // The scripts stay out, so that a rebuild does not replace the bundle under a test beside this one.
    const report: unknown = JSON.parse(
      npm(['pack', '--ignore-scripts', '--json', '--pack-destination', folder]),
    );
    packed = packedOf(report);
    install();
  });

  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('stays small and brings no other package along', () => {
    expect(packed.unpackedSize).toBeLessThan(MOST_BYTES);
    expect(readdirSync(join(prefix, 'node_modules')).filter((name) => !name.startsWith('.'))).toEqual([
      'deep-think-mcp',
    ]);
  });

  it('holds what the server reads at run time and the licences, but no source', () => {
    const paths = packed.files.map(({ path }) => path);
    expect(paths).toEqual(
      expect.arrayContaining([
        'package.json',
        'README.md',
        'LICENSE',
        'LICENSE-NOTICES',
        'config/default.toml',
        'dist/main.cjs',
      ]),
    );
    expect(paths.filter((path) => /^lenses\/[^/]+\.md$/.test(path))).toHaveLength(8);
    expect(paths.filter((path) => /^(src|test|scripts|bench|demo|\.ci)\//.test(path))).toEqual([]);
  });

  it('has no script that npm would run where it is installed, and builds a checkout by the one for that', () => {
    const { scripts } = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8'));
    const running = Object.keys(scripts).filter((name) => /^(pre|post)?(install|prepare|publish)/.test(name));
    expect(running).toEqual(['prepare']);
  });

  it('has a bin that a shell can start', () => {
    const bin = packed.files.find(({ path }) => path === 'dist/main.cjs');
    expect((bin?.mode ?? 0) & 0o777).toBe(0o755);
    const text = readFileSync(join(installed, 'dist', 'main.cjs'), 'utf8');
    expect(text.startsWith('#!/usr/bin/env node\n')).toBe(true);
    expect(text).not.toContain('\r');
  });

  it('answers through its bin link, ends with its stdin and leaves its own folder as it was', async () => {
    const before = fingerprintOf(installed);
    const run = await smoke({
      command: join(prefix, 'node_modules', '.bin', 'deep-think-mcp'),
      home,
      calls: [{ name: 'start_session', arguments: { question: 'Does the package work?', mode: 'serial' } }],
    });
    expect(run.errors).toEqual([]);
    expect(run.server?.name).toBe('deep-think-mcp');
    expect(run.tools.map(({ name }) => name)).toContain('start_session');
    expect(run.replies).toHaveLength(1);
    expect(run.replies[0]).not.toHaveProperty('structuredContent.error');
    expect(run.exitCode).toBe(0);
    expect(fingerprintOf(installed)).toEqual(before);
  });

  it('may be deleted and installed again, and every session is still there', async () => {
    const run = (calls: { name: string; arguments: Record<string, unknown> }[]) =>
      smoke({ command: join(prefix, 'node_modules', '.bin', 'deep-think-mcp'), home, calls });
    const question = 'Does the session outlive the package?';
    await run([{ name: 'start_session', arguments: { question, mode: 'serial' } }]);
    rmSync(prefix, { recursive: true });
    mkdirSync(prefix);
    install();
    const { replies } = await run([{ name: 'list_sessions', arguments: {} }]);
    expect(JSON.stringify(replies[0])).toContain(question);
  });
});

function packedOf(report: unknown): Packed {
  const first: unknown = Array.isArray(report) ? report[0] : Object.values(Object(report))[0];
  if (typeof first !== 'object' || first === null) throw new Error('npm pack reported no package');
  // The shape of `npm pack --json` is npm's; a missing field fails the assertion that reads it.
  return first as Packed;
}
