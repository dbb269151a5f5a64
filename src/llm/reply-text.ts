const OPENING = /^<(think|thinking|reasoning)>/iu;
const ORPHAN = /^[ \t]*<\/(?:think|thinking|reasoning)>/imu;

/** The reply of a model without what it thought aloud; `thought` when there was such a block. */
export interface BareReply {
  readonly text: string;
  readonly thought: boolean;
}

/**
 * Drops the think-blocks with which a reply begins; one that is never closed swallows the rest. A closing tag that
 * begins a line without any opening one ends a block whose opening stood in the prompt.
 */
function withoutThinking(reply: string): BareReply {
  let text = reply.trim();
  let thought = false;
  for (let tag = OPENING.exec(text)?.[1]; tag !== undefined; tag = OPENING.exec(text)?.[1]) {
    const close = `</${tag.toLowerCase()}>`;
    const end = text.toLowerCase().indexOf(close);
    text = end < 0 ? '' : text.slice(end + close.length).trim();
    thought = true;
  }
  const orphan = thought || /<(?:think|thinking|reasoning)>/iu.test(text) ? null : ORPHAN.exec(text);
  if (orphan === null) return { text, thought };
  return { text: text.slice(orphan.index + orphan[0].length).trim(), thought: true };
}

const FENCE = /^(`{3,}|~{3,})[ \t]*([\w-]*)[ \t]*\r?\n/u;
const WRAPPERS = new Set(['', 'markdown', 'md', 'text', 'txt', 'json']);

/** The inside of a fence that wraps the whole text; a fence that is part of the text stays. */
function withoutFence(text: string): string {
  const opening = FENCE.exec(text);
  const mark = opening?.[1] ?? '';
  if (opening === null || !WRAPPERS.has((opening[2] ?? '').toLowerCase())) return text;
  if (text.length < opening[0].length + mark.length || !text.endsWith(`\n${mark}`)) return text;
  const inside = text.slice(opening[0].length, -mark.length);
  const inner = inside.split('\n').filter((line) => line.startsWith(mark)).length;
  const whole = opening[2] === '' ? inner === 0 : inner % 2 === 0;
  return whole ? inside.trim() : text;
}

/** What a model meant to say: thinking and an outer fence taken off, trimmed. */
export function bareReply(reply: string): BareReply {
  const { text, thought } = withoutThinking(reply);
  return { text: withoutFence(text), thought };
}
