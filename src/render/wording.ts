/** The words that a renderer adds to a page. */
export const words = {
  map: 'Map',
  contents: 'Contents',
  changed: 'Changed, with [-words taken out-] and {+words put in+}:',
  changedShort: 'Changed',
  rewritten: 'Rewritten as:',
  unchanged: 'The text stayed as it was.',
  partOfMap: (shown: number, all: number) => `The drawing shows the first ${shown} of ${all} boxes.`,
  footer: 'Written by deep-think-mcp. The scores are the model’s own.',
};
