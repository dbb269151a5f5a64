/** The arguments of one thought of a notebook; `more` is laid over them. */
export const thought = (number: number, more: object = {}) => ({
  thought: `Step ${number}.`,
  thoughtNumber: number,
  totalThoughts: 5,
  nextThoughtNeeded: true,
  ...more,
});
