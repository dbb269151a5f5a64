import { describe, expect, it } from 'vitest';
import { isChainTool } from '../../src/protocols/sequential/state.ts';
import { RECORD_CALLS, recordFor } from '../support/record-calls.ts';
import { sharedSession } from '../support/shared-session.ts';
import { sessionsOnDisk } from '../support/temp-home.ts';

describe('each tool of the exact shapes over stdio', () => {
  const session = sharedSession();

  const rows = Object.entries(RECORD_CALLS);

  it.each(rows)(
    '%s answers with its own fields in their order, as text and as structure',
    async (tool, row) => {
      const own = await recordFor(session, row);
      const { reply, content, isError } = await session.result(tool, { ...own, ...row.args });
      expect(isError).toBe(false);
      expect(JSON.parse(content[0]?.text ?? '')).toEqual(reply);
      expect(Object.keys(reply).filter((name) => row.fields.includes(name))).toEqual(row.fields);
      // Nothing of the envelope of other tools comes into an exact shape; a review alone names its next tool.
      for (const name of ['session_id', 'ignored_arguments']) expect(reply).not.toHaveProperty(name);
      expect('next_tool' in reply).toBe(row.fields.includes('next_tool'));
      if (isChainTool(tool)) expect(Object.keys(reply)).toEqual(row.fields);
    },
  );

  it.each(rows)('%s refuses bad arguments by their names and records nothing', async (tool, row) => {
    const own = await recordFor(session, row);
    const before = sessionsOnDisk(session.home());
    const { reply, content, isError } = await session.result(tool, { ...own, ...row.args, ...row.bad });
    expect([isError, reply]).toEqual([true, {}]);
    for (const name of row.names) expect(content[0]?.text).toContain(name);
    expect(content[0]?.text).not.toMatch(/ZodError|\n\s+at |node_modules/);
    expect(sessionsOnDisk(session.home())).toEqual(before);
  });
});
