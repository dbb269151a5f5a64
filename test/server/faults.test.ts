import { afterEach, describe, expect, it, vi } from 'vitest';
import * as z from 'zod';
import { StagedSession } from '../../src/core/staged.ts';
import { createRegistry } from '../../src/registry.ts';
import { faultOf } from '../../src/server/faults.ts';
import { StoreFault, type StoreFaultCode } from '../../src/store/ports.ts';

const registered = createRegistry().tools;

/** Runs with stderr caught, and returns what was written there. */
function caught<T>(run: () => T): { result: T; stderr: string } {
  const write = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  const result = run();
  return { result, stderr: write.mock.calls.map(([text]) => String(text)).join('') };
}

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
});

describe('a fault of the store', () => {
  const codes: StoreFaultCode[] = [
    'storage_unavailable',
    'lock_held',
    'disk_full',
    'storage_read_only',
    'permission_denied',
    'home_missing',
    'session_file_missing',
    'session_corrupt',
    'session_newer',
    'session_too_large',
    'config_invalid',
  ];

  it.each(codes)('%s is an ordinary result with its detail and a way out', (code) => {
    const { result, stderr } = caught(() => faultOf(new StoreFault(code, 'sessions/a.json: no space')));
    expect(result).toMatchObject({ error: code, code, retryable: false, isError: false });
    expect(result.message).toMatch(/^[A-Z].*\. \(sessions\/a\.json: no space\)$/);
    expect(result.next === null || registered.has(result.next)).toBe(true);
    expect(stderr).toBe('');
  });

  it('can be one that passes by itself', () => {
    const fault = faultOf(new StoreFault('lock_held', 'process 7', true));
    expect(fault).toMatchObject({ error: 'storage_unavailable', code: 'lock_held', retryable: true });
  });
});

describe('a document that does not fit its schema', () => {
  it('counts as damaged and names the first wrong place, not the whole dump', () => {
    const parsed = StagedSession.safeParse({ schema_version: 1, id: 'a', thoughts: [{ id: 5 }] });
    const { result, stderr } = caught(() => faultOf(parsed.error));
    expect(result).toMatchObject({ error: 'session_corrupt', isError: false, retryable: false });
    expect(result.message).toContain('protocol');
    expect(result.message.length).toBeLessThan(300);
    expect(stderr).toBe('');
  });

  it('names a nested place with dots', () => {
    const schema = z.object({ thoughts: z.array(z.object({ id: z.string() })) });
    const { message } = faultOf(schema.safeParse({ thoughts: [{ id: 5 }] }).error);
    expect(message).toContain('thoughts.0.id');
  });
});

describe('a defect', () => {
  it.each([[new TypeError('x of undefined')], ['a text'], [undefined], [null], [{ odd: true }]])(
    'shows nothing of itself to the client: %j',
    (thrown) => {
      const { result, stderr } = caught(() => faultOf(thrown));
      expect(result).toMatchObject({ error: 'internal_error', code: 'internal_error', isError: true });
      expect(result.next).toBe('next_action');
      expect(result.message).not.toContain('undefined');
      expect(stderr).toContain('defect');
      expect(stderr.trimEnd().split('\n')).toHaveLength(1);
    },
  );

  it('shows its stack on stderr only when debugging, on one line as well', () => {
    vi.stubEnv('DEEP_THINK_LOG', '');
    expect(caught(() => faultOf(new Error('boom'))).stderr).not.toContain('.ts:');
    vi.restoreAllMocks();
    vi.stubEnv('DEEP_THINK_LOG', 'debug');
    const { stderr } = caught(() => faultOf(new Error('boom')));
    expect(stderr).toContain('.ts:');
    expect(stderr.trimEnd().split('\n')).toHaveLength(1);
  });
});
