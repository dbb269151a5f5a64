import { type Redacted, redacted } from '../core/redaction.ts';
import { sayRedacted } from '../kit/wording.ts';
import type { Ports } from '../store/ports.ts';
import type { RawArguments } from './call.ts';
import type { Result } from './result.ts';

/** Arguments that name a record or a place, which no other text can stand for; a whole record is read by the import. */
const KEPT = new Set([
  'session_id',
  'sessionId',
  'review_id',
  'parent_session_id',
  'parentSessionId',
  'from',
  'new_path',
  'cursor',
  'data',
]);

/** Whether the operator wants secrets replaced; a configuration that is broken lets nothing be stored. */
const isWanted = ({ config }: Pick<Ports, 'config'>) =>
  config().then(
    ({ privacy }) => privacy.redact,
    () => false,
  );

/** The value without secrets, where the operator wants that. */
export async function withoutSecrets<T>(value: T, ports: Pick<Ports, 'config'>): Promise<Redacted<T>> {
  return (await isWanted(ports)) ? redacted(value) : { value, kinds: [] };
}

/** The arguments of a call without secrets, where the operator wants that. */
export async function clearedArguments(
  raw: RawArguments,
  ports: Pick<Ports, 'config'>,
): Promise<Redacted<RawArguments>> {
  if (!(await isWanted(ports))) return { value: raw, kinds: [] };
  const texts = Object.entries(raw).filter(([name]) => !KEPT.has(name));
  const { value, kinds } = redacted(Object.fromEntries(texts));
  return { value: kinds.length === 0 ? raw : { ...raw, ...value }, kinds };
}

/** The result with a word about what was replaced: beside an answer whose shape is promised, else in it. */
export function withNote<T extends Result>(result: T, kinds: readonly string[], place: 'reply' | 'meta'): T {
  if (kinds.length === 0 || result.isError) return result;
  if (place === 'meta') return { ...result, meta: { ...result.meta, 'deep-think/redacted': kinds } };
  const { message } = result.reply;
  const said = typeof message === 'string' ? { message: `${message} ${sayRedacted(kinds)}` } : {};
  return { ...result, reply: { ...result.reply, redacted: kinds, ...said } };
}
