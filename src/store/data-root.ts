import { isAbsolute, join, resolve } from 'node:path';

const VARIABLE = 'DEEP_THINK_HOME';
/** The spellings of the home folder that shells and Windows would have replaced. */
const HOME_WORD = /^(?:~|\$HOME|\$\{HOME\}|%USERPROFILE%)(?:[\\/]+(.*))?$/is;

/** The absolute data root, or one clause about the variable that names none. */
export type Home = { readonly root: string } | { readonly problem: string };

/** The data root from the environment; without the variable, `deep-think-mcp` in the home folder. */
export function resolveHome(env: NodeJS.ProcessEnv, homedir: string): Home {
  const value = env[VARIABLE] ?? '';
  const home = HOME_WORD.exec(value);
  const isSet = value.trim() !== '';
  if ((!isSet || home) && !isAbsolute(homedir))
    return { problem: `the home folder is not known; set ${VARIABLE} to an absolute path` };
  if (!isSet) return { root: join(homedir, 'deep-think-mcp') };
  if (home) return { root: resolve(homedir, ...(home[1] ?? '').split(/[\\/]+/)) };
  if (isAbsolute(value)) return { root: resolve(value) };
  return { problem: `${VARIABLE} is "${value}", a relative path; give an absolute one or one below ~/` };
}
