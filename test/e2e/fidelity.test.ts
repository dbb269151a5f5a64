import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { connect, disconnect, type Reply } from '../support/client.ts';
import { seededRandom } from '../support/seeded-random.ts';
import { SCORES } from '../support/serial-phases.ts';
import { sessionFile, tempHome } from '../support/temp-home.ts';

const PIECES: readonly [string, ...string[]] = [
  '`code` ```fence``` ',
  '"double" \'single\' „low“ ',
  '\\ \\n \\u0041 \\" ',
  '\u0000',
  '\u0001\u001f\u007f',
  '\t',
  '\r\n',
  '\n',
  '\r',
  '</script><!-- ',
  '$\u007bHOME} $HOME %USERPROFILE% ~/ ',
  '👩‍👩‍👧‍👦 👩🏽‍🚀 🏳️‍🌈 ',
  'العربية \u202b\u200f ',
  '漢字思考 ',
  'e\u0301 é ',
  '\u2028\u2029',
  '\ufeff',
  '{"a": [1, null]} ',
  'null true -2 ',
];
const LENGTH = 20_000;

/** A text of all the pieces in random order; a lone surrogate stands at its start, middle and end. */
function hostileText(seed: number): string {
  const chance = seededRandom(seed);
  let text = `\ud83d${PIECES.join('')}`;
  while (text.length < LENGTH / 2) text += chance.pick(PIECES);
  text += '\udc00 middle ';
  while (text.length < LENGTH - 2) text += chance.pick(PIECES);
  return `${text.slice(0, LENGTH - 1)}\ud800`;
}

/** A text as its UTF-16 units, which no printing of a difference can repair. */
const unitsOf = (text: unknown) => Buffer.from(String(text), 'utf16le').toString('base64');

it('every text comes back as it was sent, after a restart too', async () => {
  const [question, draft, critique, rewrite, tag, project] = [1, 2, 3, 4, 5, 6].map(hostileText) as [
    string,
    string,
    string,
    string,
    string,
    string,
  ];
  expect(draft).toHaveLength(LENGTH);
  const home = tempHome();
  const first = await connect({ home });
  const { session_id } = await first.call('start_session', {
    question,
    mode: 'serial',
    stages: ['Only', project.slice(0, 100)],
    project: project.slice(0, 100),
  });
  const steps: readonly (readonly [string, object])[] = [
    ['begin_thought', { content: draft, tags: [tag], axioms: [tag, 'plain'] }],
    ['critique_current_thought', {}],
    ['submit_critique', { text: critique }],
    ['refine_current_thought', { new_content: rewrite, challenged_assumptions: [tag] }],
    ['score_current_thought', { scores: SCORES }],
  ];
  for (const [tool, args] of steps)
    expect(await first.call(tool, { session_id, ...args })).not.toHaveProperty('error');
  await disconnect(first);

  const second = await connect({ home });
  const pending = await second.call('resume_session', { session_id });
  expect(unitsOf(pending.question)).toBe(unitsOf(question));
  expect(unitsOf(pending.draft_content)).toBe(unitsOf(rewrite));
  await second.call('commit_thought', { session_id });
  await disconnect(second);

  const third = await connect({ home });
  const whole = (await third.call('summarize_session', { session_id, thought: 't1' })).thought as Reply;
  const [round] = whole.critique_rounds as readonly Reply[];
  const [tags, axioms, assumptions] = [whole.tags, whole.axioms, whole.challenged_assumptions].map(
    (list) => (list as readonly string[])[0],
  );
  expect(
    [
      whole.content,
      round?.refined_content,
      round?.critique_text,
      whole.draft_content,
      tags,
      axioms,
      assumptions,
    ].map(unitsOf),
  ).toEqual([rewrite, rewrite, critique, draft, tag, tag, tag].map(unitsOf));
  const exported = await third.call('export_session', { session_id });
  expect(exported).toMatchObject({ export_path: sessionFile(home, String(session_id)) });
  const onDisk = JSON.parse(readFileSync(String(exported.export_path), 'utf8'));
  expect([onDisk.question, onDisk.project, onDisk.expected_stages[1]].map(unitsOf)).toEqual(
    [question, project.slice(0, 100), project.slice(0, 100)].map(unitsOf),
  );
});

it('an export that fits a reply holds the text as it was sent', async () => {
  const home = tempHome();
  const content = hostileText(9).slice(0, 8000);
  const first = await connect({ home });
  const { session_id } = await first.call('start_session', { question: 'Does it hold?', mode: 'serial' });
  await first.call('begin_thought', { session_id, content });
  await disconnect(first);
  const second = await connect({ home });
  const { export: exported } = await second.call('export_session', { session_id });
  const { thoughts } = exported as { readonly thoughts: readonly Reply[] };
  expect(unitsOf(thoughts[0]?.content)).toBe(unitsOf(content));
});
