/**
 * What known secrets look like, by the name that stands in their place. Every repeat that is followed by
 * something is bounded, so that a text is read in linear time whatever it holds.
 */
const FORMS: readonly (readonly [kind: string, form: RegExp])[] = [
  [
    'private_key',
    /-----BEGIN [A-Z ]{0,40}PRIVATE KEY-----[^"]*?(?:-----END [A-Z ]{0,40}PRIVATE KEY-----|(?=")|$)/g,
  ],
  ['aws_access_key', /\b(?:AKIA|ASIA)[A-Z0-9]{16}\b/g],
  ['github_token', /\b(?:gh[oprsu]_[A-Za-z0-9]{30,}|github_pat_\w{20,})/g],
  ['gitlab_token', /\bglpat-[\w-]{20,}/g],
  ['api_key', /\bsk-[\w-]{20,}/g],
  ['stripe_key', /\b[rs]k_(?:live|test)_[A-Za-z0-9]{16,}/g],
  ['slack_token', /\bxox[abeoprs]-[A-Za-z0-9-]{10,}/g],
  ['google_api_key', /\bAIza[\w-]{35,}/g],
  ['npm_token', /\bnpm_[A-Za-z0-9]{36,}/g],
  ['hugging_face_token', /\bhf_[A-Za-z0-9]{30,}/g],
  ['json_web_token', /\beyJ[\w-]{10,300}\.eyJ[\w-]{10,4000}\.[\w-]{10,}/g],
  ['bearer_token', /(?<=\bbearer\s{1,4})[\w.~+/-]{20,}=*/gi],
];

/** A value of the same shape, without secrets, and the kinds of those that stood in it. */
export interface Redacted<T> {
  readonly value: T;
  readonly kinds: readonly string[];
}

/** No argument or record has more levels. */
const MOST_LEVELS = 100;

/** Replaces what looks like a known secret in every text of a plain value; the names of fields stay as they are. */
export function redacted<T>(value: T): Redacted<T> {
  const found = new Set<string>();
  // Only texts become other texts, so the shape is that of the value.
  return { value: cleared(value, found, 0) as T, kinds: [...found] };
}

function cleared(value: unknown, found: Set<string>, level: number): unknown {
  if (typeof value === 'string') return clearedText(value, found);
  if (typeof value !== 'object' || value === null || level > MOST_LEVELS) return value;
  if (Array.isArray(value)) return value.map((each) => cleared(each, found, level + 1));
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [name, cleared(each, found, level + 1)]),
  );
}

function clearedText(text: string, found: Set<string>): string {
  return FORMS.reduce(
    (left, [kind, form]) =>
      left.replace(form, () => {
        found.add(kind);
        return `[redacted: ${kind}]`;
      }),
    text,
  );
}
