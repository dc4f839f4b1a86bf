import { expect, test } from 'vitest';
import type { GameCard } from '../wire';
import { bestRank, fallsShort } from './felt';

const card = (rank: string | null) =>
  ({
    felt: rank ? [{ rule: 'qualifies', rank }] : [{ rule: 'pays', rank: null }],
    ranking: { hands: ['Pair', 'Three Odd Cards'] },
  }) as unknown as GameCard;

test.each([
  ['Q', 'Three Odd Cards', '9s 5s 2h', true],
  ['Q', 'Three Odd Cards', '2h Jc Ts', true],
  ['Q', 'Three Odd Cards', '2h Qc 3s', false],
  ['Q', 'Three Odd Cards', '2h 5c As', false],
  ['Q', 'Pair', '2h 2c 3s', false],
  ['Q', null, '## ## ##', false],
  [null, 'Three Odd Cards', '9s 5s 2h', false],
])('with %s or better, %s %s', (rank, hand, cards, short) => {
  expect(fallsShort(card(rank), hand, cards)).toBe(short);
});

test('the best card', () => expect(['2h Tc 9s', 'Kd Ac 2c'].map(bestRank)).toEqual(['T', 'A']));
