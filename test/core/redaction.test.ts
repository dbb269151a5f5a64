import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { redacted } from '../../src/core/redaction.ts';

const LETTERS = 'ABCDEFGHIJKLMNOP';
const LONG = 'a1b2c3d4e5f6g7h8i9j0k1l2m3n4o5p6q7r8';

/** One secret of each kind. Put together here, so that no scanner takes the test for a leak. */
const SECRETS: readonly (readonly [kind: string, secret: string])[] = [
  ['aws_access_key', `AKIA${LETTERS}`],
  ['aws_access_key', 'ASIAQ3EGRI5PZ7XK2L4M'],
  ['github_token', `ghp_${LONG}`],
  ['github_token', `github_pat_${LONG}_${LONG}`],
  ['gitlab_token', `glpat-${LONG}`],
  ['api_key', `sk-${LONG}`],
  ['api_key', `sk-proj-${LONG}_${LONG}`],
  ['stripe_key', `sk_live_${LONG}`],
  ['slack_token', `xoxb-1234567890-${LONG}`],
  ['google_api_key', `AIza${LONG.slice(0, 35)}`],
  ['npm_token', `npm_${LONG}`],
  ['hugging_face_token', `hf_${LONG}`],
  ['json_web_token', `eyJ${LONG}.eyJ${LONG}.${LONG}`],
  ['bearer_token', `${LONG}==`],
  ['private_key', `-----BEGIN RSA PRIVATE KEY-----\nMIIE\n${LONG}\n-----END RSA PRIVATE KEY-----`],
  ['private_key', `-----BEGIN OPENSSH PRIVATE KEY-----\n${LONG}`],
];

describe('redaction', () => {
  it.each(SECRETS)('puts the name %s in the place of a secret', (kind, secret) => {
    const before = kind === 'bearer_token' ? 'Authorization: Bearer ' : 'The key is ';
    const { value, kinds } = redacted(`${before}${secret}`);
    expect(value).toBe(`${before}[redacted: ${kind}]`);
    expect(kinds).toEqual([kind]);
  });

  it('leaves what stands around secrets, and names each kind once', () => {
    const { value, kinds } = redacted(`a AKIA${LETTERS}, ghp_${LONG} and AKIA${LETTERS}. End`);
    expect(value).toBe(
      'a [redacted: aws_access_key], [redacted: github_token] and [redacted: aws_access_key]. End',
    );
    expect(kinds).toEqual(['aws_access_key', 'github_token']);
  });

  it.each([
    'Ask a risk-averse-and-very-careful-reader, or a task-force-of-the-whole-team.',
    'AKIA is how such keys begin; sk-… is how others do.',
    'Bearer of bad news',
    'The bearer authentication scheme',
    '-----BEGIN CERTIFICATE-----\nMIIE\n-----END CERTIFICATE-----',
    `x${'AKIA'}${LETTERS}`,
    'abcd2345 rev-k7m2 6f9619ff-8b86-4d01-b42d-00c04fc964ff 0123456789abcdef0123456789abcdef',
  ])('leaves %j as it is', (text) => {
    expect(redacted(text)).toEqual({ value: text, kinds: [] });
  });

  it('reaches every text of a value and leaves its shape and the names of its fields', () => {
    const secret = `AKIA${LETTERS}`;
    const value = { [secret]: 1, list: [{ deep: [`x ${secret}`] }, null, true, 2], text: secret };
    expect(redacted(value)).toEqual({
      value: {
        [secret]: 1,
        list: [{ deep: ['x [redacted: aws_access_key]'] }, null, true, 2],
        text: '[redacted: aws_access_key]',
      },
      kinds: ['aws_access_key'],
    });
  });

  it('finds nothing in what it has written, and changes no other value', () => {
    const piece = fc.oneof(fc.string(), fc.constantFrom(...SECRETS.map(([, secret]) => secret), 'Bearer '));
    const text = fc.array(piece).map((pieces) => pieces.join(' '));
    fc.assert(
      fc.property(text, (sent) => {
        const { value, kinds } = redacted(sent);
        expect(redacted(value)).toEqual({ value, kinds: [] });
        if (kinds.length === 0) expect(value).toBe(sent);
      }),
    );
    fc.assert(
      fc.property(fc.jsonValue(), (sent) => {
        expect(redacted(sent).value).toEqual(sent);
      }),
    );
  });

  it.each([
    'sk-',
    '-eyJ',
    'eyJaaaaaaaaaaaa.',
    '-----BEGIN PRIVATE KEY----- ',
    'Bearer ',
    'bearer    ',
    '[',
    'AKIA',
  ])('gets through a long text of nothing but %j, and through deep nesting', (piece) => {
    expect(redacted(piece.repeat(20_000)).value.length).toBeGreaterThan(0);
    let nested: unknown = piece;
    for (let level = 0; level < 50_000; level += 1) nested = [nested];
    expect(redacted(nested).kinds).toEqual([]);
  });
});
