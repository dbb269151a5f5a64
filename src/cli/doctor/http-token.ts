import { madeToken } from '../../store/token-file.ts';
import { type Check, ok, problem } from './finding.ts';

/** Whether the token of `serve` can be used, where one was made. */
export const httpToken: Check = {
  name: 'token',
  look: ({ desk }) => {
    const made = madeToken(desk.world.root());
    if (made === null) return [];
    return 'problem' in made
      ? [
          problem(
            made.problem,
            'serve does not start with it; clients need the entry with the new token then.',
          ),
        ]
      : [ok('the token of serve is yours alone')];
  },
};
