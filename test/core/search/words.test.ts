import { describe, expect, it } from 'vitest';
import { placedWords, wordsOf } from '../../../src/core/search/words.ts';

describe('the words of a text', () => {
  it.each<[string, string[]]>([
    ['Edge-caching, at 3pm!', ['edge', 'caching', 'at', '3pm']],
    ['CAFÉ cafe\u0301 Ångström', ['cafe', 'cafe', 'angstrom']],
    ['Straße Łódź smørrebrød Œuvre', ['strasse', 'lodz', 'smorrebrod', 'oeuvre']],
    ['İstanbul ISTANBUL', ['istanbul', 'istanbul']],
    ['ΟΔΟΣ οδος', ['οδοσ', 'οδοσ']],
    ['Ёлка елка', ['елка', 'елка']],
    ['ｗｉｄｅ ﬁne', ['wide', 'fine']],
    ['snake_case kebab-case', ['snake', 'case', 'kebab', 'case']],
    ['한국어', ['한국어']],
    ['… — !? 👍', []],
    ['', []],
  ])('of %j are %j', (text, words) => {
    expect(wordsOf(text)).toEqual(words);
  });

  it.each(['人工智能的推理', '東京都は大きい', 'สวัสดีชาวโลก'])(
    'are more than one where no blank parts them: %s',
    (text) => {
      expect(wordsOf(text).length).toBeGreaterThan(1);
    },
  );

  it('know where they stand', () => {
    const text = 'Ein “größeres” 東京 Haus';
    for (const { word, start, end } of placedWords(text))
      expect(wordsOf(text.slice(start, end))).toEqual([word]);
  });
});
