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
    ['11', 10],
    ['100', 10],
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
