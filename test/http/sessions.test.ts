import { describe, expect, it } from 'vitest';
import { createSessionTable, type HttpSession } from '../../src/http/sessions.ts';
import { createWork } from '../../src/http/work.ts';

function tableAt(clock: { ms: number }) {
  const table = createSessionTable<HttpSession>({
    sessions: 2,
    idleMs: 100,
    yieldMs: 50,
    now: () => clock.ms,
  });
  const closed: string[] = [];
  const add = (id: string) => {
    const session = {
      work: createWork(),
      lastUsed: clock.ms,
      close: async () => void closed.push(id),
    };
    table.add(id, session);
    return session;
  };
  return { table, add, closed };
}

describe('the table of clients', () => {
  it('ends those that were silent too long, and not those with an open answer', async () => {
    const clock = { ms: 0 };
    const { table, add, closed } = tableAt(clock);
    add('silent');
    const busy = add('busy');
    let finish = () => {};
    const running = table.during(busy, () => new Promise((resolve) => (finish = resolve)));
    clock.ms = 100;
    table.sweep();
    expect([closed, table.size(), table.find('silent')]).toEqual([['silent'], 1, null]);
    finish();
    await running;
    clock.ms = 199;
    table.sweep();
    expect(table.find('busy')).toBe(busy);
    clock.ms = 200;
    table.sweep();
    expect(closed).toEqual(['silent', 'busy']);
  });

  it('gives the place of the longest silent one to a new client, once it was silent for a while', () => {
    const clock = { ms: 0 };
    const { table, add, closed } = tableAt(clock);
    add('older');
    clock.ms = 10;
    add('newer');
    clock.ms = 49;
    expect(table.hasRoom()).toBe(false);
    clock.ms = 50;
    expect(table.hasRoom()).toBe(true);
    expect(closed).toEqual(['older']);
  });

  it('ends all when it is told to', async () => {
    const { table, add, closed } = tableAt({ ms: 0 });
    add('a');
    add('b');
    await table.closeAll();
    expect([closed, table.size()]).toEqual([['a', 'b'], 0]);
  });
});
