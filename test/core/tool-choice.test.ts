import { describe, expect, it } from 'vitest';
import { type Choosable, chooseTools, isWhole, type ToolChoice, WHOLE } from '../../src/core/tool-choice.ts';

const TOOLS: readonly Choosable[] = [
  { name: 'a', sets: ['one', 'two'], reads: true },
  { name: 'b', sets: ['one'], reads: false },
  { name: 'c', sets: ['three'], reads: true },
];
const choose = (choice: Partial<ToolChoice>) => {
  const chosen = chooseTools(TOOLS, ['one', 'two', 'three'], { ...WHOLE, ...choice });
  return 'name' in chosen ? chosen : [...chosen];
};

describe('a choice of tools', () => {
  it('is every tool at first', () => {
    expect(choose({})).toEqual(['a', 'b', 'c']);
    expect(isWhole(WHOLE)).toBe(true);
  });

  it.each<[Partial<ToolChoice>, readonly string[]]>([
    [{ toolsets: ['two'] }, ['a']],
    [{ toolsets: ['two'], include: ['c'] }, ['a', 'c']],
    [{ toolsets: [], include: ['b'] }, ['b']],
    [{ include: ['b'], exclude: ['b'] }, ['a', 'c']],
    [{ toolsets: ['one'], include: ['b'], read_only: true }, ['a']],
  ])('%j leaves %j', (choice, names) => {
    expect(choose(choice)).toEqual(names);
  });

  it.each<[Partial<ToolChoice>, object]>([
    [{ toolsets: ['thre'] }, { key: 'toolsets', name: 'thre', near: 'three' }],
    [{ exclude: ['__proto__'] }, { key: 'exclude', name: '__proto__' }],
    [{ toolsets: [] }, { key: 'toolsets', name: '' }],
    [
      { toolsets: ['one'], exclude: ['a', 'b'] },
      { key: 'toolsets', name: '' },
    ],
  ])('%j is wrong', (choice, wrong) => {
    expect(choose(choice)).toMatchObject(wrong);
  });
});
