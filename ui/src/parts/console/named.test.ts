import { expect, test } from 'vitest';
import { RANKS, SUITS } from './cards';
import { nameOf, nameOfRank } from './named';

test('a card is read out by its name, rank before suit', () => {
  expect([nameOf('Qh'), nameOf('Ts'), nameOf('2c'), nameOf('??')]).toEqual([
    'Queen of hearts',
    'Ten of spades',
    'Two of clubs',
    'face down',
  ]);
  expect(nameOfRank('Q')).toBe('Queen of …');
  const names = RANKS.flatMap((rank) => SUITS.map((suit) => nameOf(rank + suit)));
  expect(new Set(names).size).toBe(52);
  expect(names.join()).not.toContain('undefined');
});
