import { describe, expect, it } from 'vitest';
import { answer, contest, playedRound } from '../../support/contest.ts';
import type { Scene } from '../../support/given.ts';

const THREE = { agents: ['Analysis', 'Creativity', 'Skeptic'] };
const BEGIN = 'begin_subagent_thought';
const prompt = (scene: Scene) => String(scene.output.specialist_prompt);
const inStage = (stage: string) => contest(THREE, { current_stage: stage }).when(BEGIN);

describe('the weight of a stage', () => {
  it.each([
    ['Analysis', [1.5, 1, 1]],
    ['Synthesis', [1, 1.5, 1]],
    ['Research', [1, 1, 1]],
  ])('%s', (stage, weights) => {
    const first = inStage(stage);
    const second = answer(first, 'a', 0.5);
    const third = answer(second, 'b', 0.5);
    const scenes = [first, second, third];
    expect(scenes.map(({ output }) => output.stage_weight)).toEqual(weights);
    expect(scenes.map((scene) => prompt(scene).includes('emphasised'))).toEqual(
      weights.map((weight) => weight !== 1),
    );
  });

  it('belongs to no name that objects have by nature', () => {
    const stages = { expected_stages: ['constructor'], current_stage: 'constructor' };
    const scene = contest({ agents: ['toString', 'x'] }, stages).when(BEGIN);
    expect(scene.output.stage_weight).toBe(1);
    expect(prompt(scene)).toContain('Answer as "toString" would');
  });
});

describe('the prompt of a specialist', () => {
  it('holds its parts in order', () => {
    const committed = playedRound(contest(THREE, { current_stage: 'Research' }).when(BEGIN), 0.5, 0.6);
    const done = answer(committed, 'Logs show 80% public reads.', 0.9).when('commit_subagent_thought');
    const scene = done
      .when('advance_stage')
      .when(BEGIN, { content: 'Cache reads.', prompt_focus: 'cost of staleness' });
    const parts = [
      'Question: Cache at the edge or at the origin?',
      'Stage: Analysis',
      'specialist 1 of 3, round 1: Analysis',
      'You are the analyst',
      'emphasised',
      'Logs show 80% public reads.',
      'Cache reads.',
      'cost of staleness',
      'weak evidence',
      'overconfidence',
      'advance_subagent_round',
      'language of the question',
    ];
    const places = parts.map((part) => prompt(scene).indexOf(part));
    expect(places.filter((place) => place < 0)).toEqual([]);
    expect(places).toEqual([...places].sort((a, b) => a - b));
  });

  it('leaves out what has no content', () => {
    const scene = contest({ agents: ['Odd'] }, { expected_stages: ['A'], current_stage: 'A' }).when(BEGIN);
    for (const word of ['earlier stages', 'develop', 'Focus', 'Guard', 'emphasised'])
      expect(prompt(scene)).not.toContain(word);
  });

  it('gives the focus to every specialist in every round', () => {
    const first = contest().when(BEGIN, { prompt_focus: 'rollback' });
    const next = playedRound(first, 0.5, 0.4).when('advance_subagent_round');
    for (const scene of [first, answer(first, 'a', 0.5), next]) expect(prompt(scene)).toContain('rollback');
  });

  it('develops the draft first, then the winner of the round before', () => {
    const first = contest().when(BEGIN, { content: 'the draft text' });
    expect(prompt(first)).toContain('The draft, for you to develop:\nthe draft text');
    const second = playedRound(first, 0.2, 0.6).when('advance_subagent_round');
    expect(prompt(second)).toContain('The winner of the round before, for you to develop:\nsecond 0.6');
    expect(prompt(second)).not.toContain('the draft text');
  });

  it('differs for each specialist', () => {
    const first = inStage('Research');
    const second = answer(first, 'a', 0.5);
    const third = answer(second, 'b', 0.5);
    expect(new Set([first, second, third].map(prompt)).size).toBe(3);
  });
});
