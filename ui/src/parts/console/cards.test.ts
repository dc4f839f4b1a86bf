import { expect, test } from 'vitest';
import { signOf, withSigns } from '../../lib/signs';
import { cardsOf, rankOf, suitOf } from './cards';

test('a scanner may write cards as it likes', () => {
  expect(cardsOf('Kh 9s Td')).toEqual(['Kh', '9s', 'Td']);
  expect(cardsOf('KH,9S,10D')).toEqual(['Kh', '9s', 'Td']);
  expect(cardsOf('k♥ 9♠\n10♦')).toEqual(['Kh', '9s', 'Td']);
  expect(cardsOf('hello')).toEqual([]);
});

test('keys are ranks, suits or neither', () => {
  expect(['a', '2', '0', 'T', 'k', '1', 'x'].map(rankOf)).toEqual(['A', '2', 'T', 'T', 'K', null, null]);
  expect(['s', 'H', '♦', 'x'].map(suitOf)).toEqual(['s', 'h', 'd', null]);
});

test('cards are said as people say them', () => {
  expect(['Ts', 'Ah', '??'].map(signOf)).toEqual(['10♠', 'A♥', '??']);
  expect(withSigns('Kh is out of the shoe already')).toBe('K♥ is out of the shoe already');
});
