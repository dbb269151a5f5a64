import { given, type Scene } from './given.ts';
import { allScored } from './scores.ts';

/** A subagent session whose client writes the candidates; two specialists unless `over` names others. */
export function contest(over: object = {}, session: object = {}): Scene {
  const overrides = { subagent: { engine: 'manual', agents: ['Analysis', 'Odd'], ...over } };
  return given({ protocol: 'subagent', overrides, ...session });
}

/** The scene after one candidate with the same score in all dimensions. */
export function answer(scene: Scene, text: string, value: number): Scene {
  return scene.when('advance_subagent_round', { candidate: text, scores: allScored(value) });
}

/** The scene after a whole round of two candidates. */
export function playedRound(scene: Scene, first: number, second: number): Scene {
  return answer(answer(scene, `first ${first}`, first), `second ${second}`, second);
}
