import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { realFs } from '../../src/store/fs-layer.ts';
import { createSessionFolder } from '../../src/store/session-folder.ts';
import { createSessionWatch } from '../../src/store/session-watch.ts';
import { systemError } from '../support/failing-fs.ts';
import { tempHome } from '../support/temp-home.ts';

/** A watch over files that the test tells of itself. */
function bench() {
  const root = tempHome();
  const sessions = join(root, 'sessions');
  mkdirSync(sessions, { recursive: true });
  const open: { folder: string; tell: (name: string | null) => void; isOpen: boolean }[] = [];
  const watch = (folder: string, tell: (name: string | null) => void) => {
    const entry = { folder, tell, isOpen: true };
    open.push(entry);
    return () => {
      entry.isOpen = false;
    };
  };
  const fs = { ...realFs, watch };
  const write = (id: string, text: string) => writeFileSync(join(sessions, `${id}.json`), text);
  return { root, sessions, open, write, ...createSessionWatch(fs, createSessionFolder(fs, root)) };
}

describe('the watch over sessions', () => {
  it('opens one watcher however many ask, and closes it after the last', () => {
    const { open, sessions, watch } = bench();
    expect(open).toEqual([]);
    const ends = ['s1', 's1', 's2'].map((id) => watch(id, () => undefined));
    expect(open.map(({ folder }) => folder)).toEqual([sessions]);
    for (const end of ends) {
      expect(open[0]?.isOpen).toBe(true);
      end();
      end();
    }
    expect(open[0]?.isOpen).toBe(false);
  });

  it('tells a change once, however many events it makes, and no event without a change', async () => {
    const { open, watch, write } = bench();
    write('s1', '{}');
    const heard = vi.fn();
    watch('s1', heard);
    const names = ['s1.json.1-1-abcdef01.tmp', 's1.json', null, 's2.json'];
    for (const name of names) open[0]?.tell(name);
    write('s1', '{"a":1}');
    for (const name of names) open[0]?.tell(name);
    await vi.waitFor(() => expect(heard).toHaveBeenCalledTimes(1));
    write('s1', '{"a":12}');
    open[0]?.tell('s1.json');
    await vi.waitFor(() => expect(heard).toHaveBeenCalledTimes(2));
  });

  it('goes where the session goes, and leaves no watcher behind', async () => {
    const { open, root, sessions, watch, write } = bench();
    write('s1', '{}');
    const heard = vi.fn();
    const end = watch('s1', heard);
    const path = join(root, 'there.json');
    writeFileSync(path, '{}');
    writeFileSync(join(sessions, 's1.moved.json'), JSON.stringify({ id: 's1', path }));
    open[0]?.tell('s1.moved.json');
    await vi.waitFor(() => expect(heard).toHaveBeenCalledTimes(1));
    expect(open.map(({ folder, isOpen }) => [folder, isOpen])).toEqual([
      [sessions, true],
      [root, true],
    ]);
    writeFileSync(path, '{"a":1}');
    open[1]?.tell('there.json');
    await vi.waitFor(() => expect(heard).toHaveBeenCalledTimes(2));
    end();
    expect(open.map(({ isOpen }) => isOpen)).toEqual([false, false]);
  });

  it('that the system refuses is a fault with its reason', () => {
    const root = tempHome();
    const refuse = () => {
      throw systemError('ENOSPC');
    };
    const fs = { ...realFs, watch: refuse };
    const { watch } = createSessionWatch(fs, createSessionFolder(fs, root));
    expect(() => watch('s1', () => undefined)).toThrow(/ENOSPC|space/);
  });
});
