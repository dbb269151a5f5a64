import type { SessionDocument } from '../core/session.ts';
import type { ModeSummary } from './mode.ts';
import type { Refusal } from './outcome.ts';
import type { Opened, Protocol } from './protocol.ts';
import type { SessionTool } from './tool.ts';
import { refuseGate } from './wording.ts';

/** The first objection of the gate to a session as a whole: no mode, another mode, closed. */
export function gateSession(
  tool: SessionTool,
  document: SessionDocument,
  { protocol, modes }: { readonly protocol: Protocol | null; readonly modes: readonly ModeSummary[] },
): Refusal | null {
  if (protocol?.idle === null && (tool.staged || tool.gate.protocol !== null))
    return refuseGate('wrong_protocol', { protocol: protocol.summary.name, blocked_tool: tool.name });
  const wanted = tool.gate.protocol;
  if (wanted !== null && document.protocol === null) {
    const facts = { mode_required: true, modes: modes.map(modeLine), blocked_tool: tool.name };
    return refuseGate('mode_required', facts);
  }
  if (wanted !== null && wanted !== 'any' && wanted !== document.protocol) {
    const facts = { required_mode: wanted, current_mode: document.protocol, blocked_tool: tool.name };
    return refuseGate('wrong_mode', facts);
  }
  const { status } = document;
  if (status === 'active' || tool.effect === 'reads' || tool.gate.closed?.includes(status)) return null;
  return refuseGate(`session_${status}`, { blocked_tool: tool.name });
}

/** The objection of the phase table, or null; a waiving flag that was given lifts it. */
export function gatePhase(
  tool: SessionTool,
  opened: Opened | null,
  input: Readonly<Record<string, unknown>>,
): Refusal | null {
  const { phases, waivedBy } = tool.gate;
  if (phases === undefined || opened === null || phases.includes(opened.phase)) return null;
  if (waivedBy !== undefined && input[waivedBy] === true) return null;
  return opened.owed(tool.name);
}

/** Whether the tool could succeed in this phase with good arguments. */
export function admits(tool: SessionTool, opened: Opened | null): boolean {
  return gatePhase(tool, opened, {}) === null;
}

/** A mode as the choice of modes shows it: name and one line. */
export function modeLine(mode: ModeSummary): { name: string; description: string } {
  return { name: mode.name, description: mode.description };
}
