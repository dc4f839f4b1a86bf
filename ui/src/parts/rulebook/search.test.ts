import { describe, expect, it } from 'vitest';
import type { ClauseRow } from '../../wire';
import { found, pieces, textOf, wordsOf } from './search';

const row: ClauseRow = {
  game: 'three-pictures',
  clause: '3.13.4',
  kind: 'payment',
  gist: 'Equal points (3.13.1) pay the Tie bet.',
  how: 'code',
  tests: 8,
  chances: [{ bet: 'tie', title: 'Tie', exact: '1/2', percent: '50.0000' }],
  topics: ['pays'],
};
const asks = (asked: string) => found(row, textOf(row, 'Three Pictures', ['What bets pay']), wordsOf(asked));

describe('search', () => {
  it('finds a clause by its number from the front, not by numbers that it mentions', () => {
    expect(['3', '3.13', '3.13.4', '3.13.'].map(asks)).toEqual([true, true, true, true]);
    expect(['3.13.1', '13.4', '4.1'].map(asks)).toEqual([false, false, false]);
  });
  it('finds it by words, kind, bet, topic and title, all of them', () => {
    expect(['equal TIE', 'payment', 'what bets', 'three pictures tie', 'code'].map(asks)).toEqual(Array(5).fill(true));
    expect(asks('equal whist')).toBe(false);
  });
  it('marks what was asked for and loses no letter', () => {
    expect(pieces('A Tie (tie).', ['tie', '('])).toEqual([
      { text: 'A ', hit: false },
      { text: 'Tie', hit: true },
      { text: ' ', hit: false },
      { text: '(', hit: true },
      { text: 'tie', hit: true },
      { text: ').', hit: false },
    ]);
    expect(pieces('plain', [])).toEqual([{ text: 'plain', hit: false }]);
  });
});
