import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isSessionId } from '../../src/core/session.ts';
import { addressOf, lensUri, sessionUri } from '../../src/resources/address.ts';

describe('the URI of a resource', () => {
  it('leads back to any lens and any session', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 1 }), (name) => {
        expect(addressOf(lensUri(name))).toEqual({ kind: 'lens', name });
      }),
    );
    for (const id of ['k7m2p9xa', 'rev-x1y2', '00000000-0000-4000-8000-000000000000', '__proto__'])
      expect(addressOf(sessionUri(id))).toEqual({ kind: 'session', id, part: 'record' });
  });

  it('is read whatever the case of its scheme', () => {
    expect(addressOf('Deep-Think://sessions/abcd2345/report')).toEqual({
      kind: 'session',
      id: 'abcd2345',
      part: 'report',
    });
  });

  it('never leads to an id that is no name of a file', () => {
    const piece = fc.oneof(
      fc.constantFrom(
        'sessions',
        'lenses',
        '..',
        '.',
        '%2e%2e',
        '%2F',
        '%5c',
        '/',
        '\\',
        '?',
        '#',
        '%',
        'con',
      ),
      fc.string(),
    );
    fc.assert(
      fc.property(fc.array(piece), (pieces) => {
        const address = addressOf(`deep-think://sessions/${pieces.join('')}`);
        if (address?.kind === 'session') expect(isSessionId(address.id)).toBe(true);
        else expect(address).toBeNull();
      }),
    );
  });
});
