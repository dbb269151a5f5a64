import { sessionWriter } from './stored-session.ts';

const LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789';

/** The id of session number `n`, unlike the others. */
function idOf(n: number): string {
  let rest = n;
  let id = '';
  for (let place = 0; place < 8; place += 1) {
    id += LETTERS[rest % LETTERS.length];
    rest = Math.floor(rest / LETTERS.length);
  }
  return id;
}

/** Fills a home with session files as the server writes them, without an index. */
export function fillHome(home: string, sessions: number): void {
  const write = sessionWriter(home);
  for (let n = 0; n < sessions; n += 1) {
    const time = new Date(Date.UTC(2026, 0, 1) + n * 60_000).toISOString();
    const question = `Which of the ${sessions} questions is number ${n}?`;
    write({ id: idOf(n), time, question, thoughts: [] });
  }
}
