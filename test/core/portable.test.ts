import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { adopt, readPortable } from '../../src/core/portable.ts';
import { StagedSession } from '../../src/core/staged.ts';

const NOW = '2026-01-02T03:04:05.000Z';
const bare = { question: 'Edge or origin?', expected_stages: ['A', 'B'], current_stage: 'A', mode: 'serial' };
const round = {
  round_index: 0,
  lens: 'steel_man',
  critique_text: 'c',
  refined_content: 'r',
  delta_score: 0.5,
};
const thought = { id: 'one', stage: 'A', position: 0, content: 'draft', timestamp: NOW };

const importing = (extra: object) => readPortable({ ...bare, ...extra }, NOW);
const problemOf = (extra: object) => {
  const read = importing(extra);
  return read.ok ? null : read.problem;
};

/** The sessions that the original server gave out, as the recordings hold them. */
const recorded = readFileSync('test/fixtures/recordings/serial.jsonl', 'utf8')
  .split('\n')
  .filter((line) => line.includes('"import_session"'))
  .map((line): unknown => JSON.parse(line).args?.data)
  .filter((data) => typeof data === 'object' && data !== null && 'thoughts' in data);

describe('an import', () => {
  it('of the three required fields gets every default', () => {
    const read = importing({});
    expect(read).toMatchObject({ ok: true, id: null });
    if (!read.ok) return;
    expect(StagedSession.safeParse({ ...read.session, id: 'x' }).success).toBe(true);
    expect(read.session).toMatchObject({
      protocol: 'serial',
      status: 'active',
      revision: 1,
      created_at: NOW,
    });
    expect(read.session).not.toHaveProperty('mode');
    expect(read.session).not.toHaveProperty('save_path');
  });

  it('takes JSON text and a whole export reply', () => {
    expect(readPortable(JSON.stringify(bare), NOW).ok).toBe(true);
    expect(readPortable({ session_id: 'x', export: bare, message: 'm' }, NOW).ok).toBe(true);
  });

  it('keeps the contents of a thought and gives a missing id a free ordinal', () => {
    const read = importing({
      thoughts: [
        { ...thought, id: undefined },
        { ...thought, id: 't1' },
      ],
    });
    expect(read.ok && read.session.thoughts.map(({ id }) => id)).toEqual(['t2', 't1']);
  });

  it('reads every session that the original gave out', () => {
    expect(recorded.length).toBeGreaterThan(5);
    for (const data of recorded) {
      const text = JSON.stringify(data)
        .replaceAll('<ts>', NOW)
        .replace(/<(id\d+)>/g, '$1');
      const read = readPortable(text, NOW);
      expect(read.ok ? null : read.problem).toBeNull();
    }
  });
});

describe('a refused import', () => {
  it.each(['{oops', '', '```json\n{}\n```', '{"question": "q",}'])('is no strict JSON: %j', (text) => {
    expect(readPortable(text, NOW)).toMatchObject({ ok: false, problem: { code: 'invalid_json' } });
  });

  it.each(['5', '"text"', '{}', '[1]', 'null'])('is JSON but no session: %s', (text) => {
    expect(readPortable(text, NOW)).toMatchObject({ ok: false, problem: { code: 'invalid_session_data' } });
  });

  it.each(['', '../../evil', '/abs', 'a.b', 'a b', 'a-b', 'a_b', 'a\n', 'é', 'x'.repeat(65)])(
    'has an id that could leave the folder: %j',
    (id) => {
      expect(problemOf({ id })).toMatchObject({ code: 'bad_id' });
    },
  );

  it.each([
    ['extra', { extra: 1 }, 'extra'],
    ['a field too many in a thought', { thoughts: [{ ...thought, extra: 1 }] }, 'thoughts.0.extra'],
    ['a bad status', { status: 'open' }, 'status'],
    ['a bad time', { created_at: 'yesterday' }, 'created_at'],
    ['null overrides', { overrides: null }, 'overrides'],
    ['a null id', { id: null }, 'id'],
    ['a blank question', { question: ' ' }, 'question'],
    ['no stages', { expected_stages: [] }, 'expected_stages'],
    ['a blank stage', { expected_stages: ['A', ' '] }, 'expected_stages.1'],
    ['a stage that is not listed', { current_stage: 'C' }, 'current_stage'],
    ['a pointer to nothing', { current_thought_id: 'nobody' }, 'current_thought_id'],
    ['two thoughts of one id', { thoughts: [thought, thought] }, 'thoughts.id'],
    [
      'a pointer to a committed thought',
      { current_thought_id: 'one', thoughts: [{ ...thought, committed: true }] },
      'current_thought_id',
    ],
    [
      'a gain above 1',
      { thoughts: [{ ...thought, critique_rounds: [{ ...round, delta_score: 2 }] }] },
      'thoughts.0.critique_rounds.0.delta_score',
    ],
    [
      'a score above 1',
      {
        thoughts: [
          {
            ...thought,
            final_utility_scores: {
              correctness: 1.01,
              evidence: 0,
              novelty: 0,
              clarity: 0,
              bias_resistance: 0,
              actionability: 0,
              coverage: 0,
            },
          },
        ],
      },
      'thoughts.0.final_utility_scores.correctness',
    ],
    [
      'rounds out of order',
      { thoughts: [{ ...thought, critique_rounds: [{ ...round, round_index: 1 }] }] },
      'thoughts.0.critique_rounds',
    ],
    [
      'an unfinished round before the last',
      {
        thoughts: [
          {
            ...thought,
            critique_rounds: [
              { ...round, refined_content: '' },
              { ...round, round_index: 1 },
            ],
          },
        ],
      },
      'thoughts.0.critique_rounds',
    ],
  ])('has %s', (_, extra, at) => {
    expect(problemOf(extra)).toMatchObject({ code: 'invalid_session_data', at });
  });

  it('never throws, whatever is sent', () => {
    fc.assert(
      fc.property(fc.anything(), (data) => {
        expect(typeof readPortable(data, NOW).ok).toBe('boolean');
      }),
    );
  });
});

describe('adopt', () => {
  it('turns a file of the original into ours and lists a double stage once', () => {
    const adopted = adopt({ ...bare, save_path: '/x', created_at: NOW, expected_stages: ['A', 'A', 'B'] });
    expect(adopted).toMatchObject({ schema_version: 1, protocol: 'serial', expected_stages: ['A', 'B'] });
    expect(adopted).not.toHaveProperty('save_path');
  });

  it('leaves a file of ours alone', () => {
    const own = { schema_version: 1, anything: true };
    expect(adopt(own)).toBe(own);
  });
});
