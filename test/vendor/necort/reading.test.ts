import { describe, expect, it } from 'vitest';
import { readRating, readRounds } from '../../../vendor/necort/reading.ts';

describe('a rating', () => {
  it.each([
    ['7', 7],
    ['7.5', 7.5],
    ['  8\n', 8],
    ['Rating: 6', 6],
    ['**9**', 9],
    ['8/10', 8],
    ['Accuracy 9, clarity 4; overall 6 / 10.', 6],
    ['Accuracy 9/100? No: 85 / 100', 0.9],
    ['20/100', 2],
    ['20%', 2],
    ['85 %', 8.5],
    ['4 out of 5', 8],
    ['7 of 10', 7],
    ['3 of 4 claims hold: 6', 3],
    ['7,5', 7.5],
    ['8.', 8],
    ['评分8分', 8],
    ['The plan from 2019 is weak. 3', 3],
    ['As of 2019-03-04 it is GPT-4 work of 12/31/2019, at 7:30, the 3rd', null],
    ['11', 10],
    ['11/10', 10],
    ['100', 10],
    ['120%', null],
    ['a rather bad 16', null],
    ['This is an answer number 82 about caches', null],
    ['8-9', null],
    ['-2', 0],
    ['0', 0],
    ['excellent', null],
    ['', null],
  ])('in %j is %s', (reply, rating) => {
    expect(readRating(reply)).toBe(rating);
  });
});

describe('a number of rounds', () => {
  it.each([
    ['3', 3],
    ['I would say 2 rounds', 2],
    ['0', 1],
    ['17', 5],
    ['2.6', 3],
    ['many', 1],
  ])('in %j is %i', (reply, rounds) => {
    expect(readRounds(reply)).toBe(rounds);
  });
});
