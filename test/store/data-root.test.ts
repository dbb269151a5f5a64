import { describe, expect, it } from 'vitest';
import { resolveHome } from '../../src/store/data-root.ts';

const home = (value?: string) =>
  resolveHome(value === undefined ? {} : { DEEP_THINK_HOME: value }, '/home/me');

describe('the data root', () => {
  it.each([
    [undefined, '/home/me/deep-think-mcp'],
    ['', '/home/me/deep-think-mcp'],
    ['  \t', '/home/me/deep-think-mcp'],
    ['~', '/home/me'],
    ['~/', '/home/me'],
    ['~/x', '/home/me/x'],
    ['~//x/y/', '/home/me/x/y'],
    ['$HOME/x', '/home/me/x'],
    ['\x24{HOME}/x y', '/home/me/x y'],
    ['\x24{HOME}', '/home/me'],
    ['%USERPROFILE%\\x\\y', '/home/me/x/y'],
    ['/q/~proj/dt', '/q/~proj/dt'],
    ['/q/a b#c%20é/', '/q/a b#c%20é'],
    ['//q///r//', '/q/r'],
    ['/q/$HOME', '/q/$HOME'],
  ])('from %j is %j', (value, root) => {
    expect(home(value)).toEqual({ root });
  });

  it.each(['x', './x', '../x', '~proj/x', '~root', '$HOMEx', '$OTHER/x', 'data/$HOME'])(
    'cannot be the relative %j, which the problem names',
    (value) => {
      const result = home(value);
      const problem = 'problem' in result ? result.problem : '';
      expect(problem).toContain('DEEP_THINK_HOME');
      expect(problem).toContain(`"${value}"`);
    },
  );

  it('needs a home folder only when the value does', () => {
    expect(resolveHome({}, '')).toHaveProperty('problem');
    expect(resolveHome({ DEEP_THINK_HOME: '~/x' }, '')).toHaveProperty('problem');
    expect(resolveHome({ DEEP_THINK_HOME: '/x' }, '')).toEqual({ root: '/x' });
  });
});
