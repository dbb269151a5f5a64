import type { Mode } from './mode.ts';
import { assumptions } from './modes/assumptions.ts';
import { devilsAdvocate } from './modes/devils-advocate.ts';
import { premortem } from './modes/premortem.ts';
import { steelman } from './modes/steelman.ts';
import type { ModeName } from './state.ts';

/** Every mode by its name. */
export const modes: Readonly<Record<ModeName, Mode>> = {
  devils_advocate: devilsAdvocate,
  premortem,
  assumptions,
  steelman,
};
