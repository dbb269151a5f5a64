import { count, flag, label, optional, text } from './field.ts';
import { fieldHints } from './wording.ts';

/** Seconds that a call waits for its work when it does not say how long, and the most that it may ask for. */
export const WAIT_SECONDS = 20;
const LONGEST_WAIT = 40;

/** The parameters of a tool whose work may outlast a call. */
export const jobFields = () => ({
  wait_seconds: optional(count(0, LONGEST_WAIT, fieldHints.wait_seconds)),
  cancel: optional(flag(fieldHints.cancel)),
});

/** The parameters of a tool with which the server works a stage by itself. */
export const pilotFields = () => ({
  stage: optional(label(fieldHints.stage)),
  initial_content: optional(text(fieldHints.initial_content)),
  ...jobFields(),
});
