import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import type { ListedTool } from '../support/client.ts';
import { GOOD_CALLS } from '../support/good-calls.ts';
import { RECORD_CALLS } from '../support/record-calls.ts';
import { sessionIn } from '../support/serial-phases.ts';
import { sharedSession } from '../support/shared-session.ts';

const CANARY = 'The canary sings only outside.';

describe('a path where a name belongs', () => {
  const session = sharedSession();
  /** A folder beside the data root with a whole session and a whole lens, and a text in the data root itself. */
  const outside = () => join(dirname(session.home()), 'outside');
  const paths = () => {
    const file = join(outside(), 'stolen.json');
    const up = ['..', '..', 'outside', 'stolen'].join('/');
    const spellings = [up, `${up}.json`, file, pathToFileURL(file).href, '../config', '../http-token'];
    return [...spellings, `${up}\u0000`, encodeURIComponent(up), up.replaceAll('/', '\\'), `x/../${up}`];
  };
  const outsideNow = () =>
    readdirSync(outside()).map((name) => [name, readFileSync(join(outside(), name), 'utf8')]);

  beforeAll(async () => {
    const id = await sessionIn(session, 'zero_rounds');
    const exported = await session.call('export_session', { session_id: id });
    mkdirSync(outside());
    const stolen = { ...Object(exported.export), id: 'stolen', question: CANARY };
    writeFileSync(join(outside(), 'stolen.json'), JSON.stringify(stolen));
    writeFileSync(join(outside(), 'stolen.md'), `# ${CANARY}\n\n${CANARY}\n`);
    writeFileSync(join(session.home(), 'http-token'), CANARY);
  });

  /** Texts that name something: every one but those that a tool keeps as it is, and the one that is a path. */
  const namesIn = ({ properties }: ListedTool) =>
    Object.entries(properties)
      .filter(([name, { type }]) => type === 'string' && name !== 'new_path')
      .map(([name]) => name);

  it('leads no tool out of the data root, by any of its arguments', async () => {
    const [before, all] = [outsideNow(), session.tools().filter((tool) => namesIn(tool).length > 0)];
    expect(all.length).toBeGreaterThan(30);
    for (const tool of all)
      for (const name of namesIn(tool))
        for (const path of paths()) {
          const good = { ...GOOD_CALLS[tool.name]?.args, ...RECORD_CALLS[tool.name]?.args };
          const { content } = await session.result(tool.name, { ...good, [name]: path });
          expect(JSON.stringify(content), `${tool.name} ${name} ${path}`).not.toContain(CANARY);
        }
    expect(outsideNow()).toEqual(before);
  });

  it('leads no resource, prompt or completion out of the data root', async () => {
    for (const path of paths())
      for (const uri of [
        `deep-think://sessions/${path}`,
        `deep-think://session/${path}`,
        `deep-think://lenses/${path}`,
        path,
      ]) {
        const read = await session.client().readResource({ uri }).catch(String);
        expect(JSON.stringify(read), uri).not.toContain(CANARY);
        const asked = { name: 'continue', arguments: { session_id: path } };
        const prompt = await session.client().getPrompt(asked).catch(String);
        expect(JSON.stringify(prompt), path).not.toContain(CANARY);
      }
  });
});
