/** What only a model can act on: a call of a tool, or a field of a reply. */
const FOR_MODELS = /\bcall\b|\b[a-z]+_(?:sessions?|thought|stage|content|critique|round)\b/iu;
const SENTENCE_END = /(?<=[.!?]) +/u;

/** The message of a reply as a person reads it: without the sentences that tell a model what to call. */
export function forPerson(message: unknown): string {
  const whole = String(message);
  const kept = whole.split(SENTENCE_END).filter((sentence) => !FOR_MODELS.test(sentence));
  return kept.length === 0 ? whole : kept.join(' ');
}
