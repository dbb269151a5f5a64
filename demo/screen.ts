import { setTimeout as sleep } from 'node:timers/promises';

const WIDTH = 100;
const LABEL = 28;
/** What fits beside the name of a tool. */
const BESIDE = WIDTH - LABEL;
const colourful = process.stdout.isTTY === true && process.env.NO_COLOR === undefined;

type Paint = (text: string) => string;
const paint =
  (code: number): Paint =>
  (text) =>
    colourful ? `\u001b[${code}m${text}\u001b[0m` : text;

export const bold = paint(1);
export const faint = paint(2);
export const red = paint(31);
export const green = paint(32);
export const cyan = paint(36);

/** The beginning of a text on one line. */
export function excerpt(text: string, length = BESIDE): string {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  return line.length <= length ? line : `${line.slice(0, length - 3).trimEnd()}...`;
}

/** The text in lines of at most `width` characters, broken between words. */
export function wrapped(text: string, width = BESIDE): string[] {
  const lines: string[] = [];
  for (const word of text.split(/\s+/)) {
    const last = lines.at(-1);
    if (last === undefined || last.length + 1 + word.length > width) lines.push(word);
    else lines[lines.length - 1] = `${last} ${word}`;
  }
  return lines;
}

/** What the run writes to the terminal, with pauses that let a person follow. */
export interface Screen {
  readonly heading: (text: string) => void;
  readonly note: (text: string) => void;
  readonly plain: (text: string) => void;
  readonly paragraph: (text: string) => void;
  /** One call: the tool, what came back, the tool that the reply names; then a pause. */
  readonly step: (tool: string, outcome: string, next: string | null, refused: boolean) => Promise<void>;
}

export function createScreen(fast: boolean): Screen {
  const plain = (text: string) => console.log(text);
  return {
    plain,
    paragraph: (text) => plain(`\n${wrapped(text, WIDTH).join('\n')}\n`),
    heading: (text) => plain(`\n${bold(text)}`),
    note: (text) => plain(`  ${faint(text)}`),
    step: async (tool, outcome, next, refused) => {
      const mark = refused ? red('x') : green('>');
      plain(`${mark} ${cyan(tool.padEnd(LABEL - 2))}${outcome.split('\n').join(`\n${' '.repeat(LABEL)}`)}`);
      plain(`${' '.repeat(LABEL)}${faint(next === null ? 'nothing is left to do' : `-> ${next}`)}`);
      if (!fast) await sleep(refused ? 1500 : 330);
    },
  };
}
