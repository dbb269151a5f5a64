import type { Tool } from '../kit/tool.ts';
import { advanceStage } from './advance.ts';
import { clearSession } from './clear.ts';
import { compressHistory, summarizeSession } from './digests.ts';
import { exportSession } from './export.ts';
import { finalizeSession } from './finalize.ts';
import { importSession } from './import.ts';
import { keepHere } from './keep.ts';
import { listSessions } from './list.ts';
import { listModes, setSessionMode } from './mode.ts';
import { moveSession } from './move.ts';
import { nextAction } from './next-action.ts';
import { resumeSession } from './resume.ts';
import { searchSessions } from './search.ts';
import { startSession } from './start.ts';

/** The tools that every protocol shares, in the order in which they are listed. */
export const sessionTools: readonly Tool[] = [
  startSession,
  setSessionMode,
  listModes,
  resumeSession,
  listSessions,
  searchSessions,
  clearSession,
  finalizeSession,
  moveSession,
  keepHere,
  advanceStage,
  nextAction,
  summarizeSession,
  compressHistory,
  exportSession,
  importSession,
];
