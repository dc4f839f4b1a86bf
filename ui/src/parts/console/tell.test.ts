import { expect, test } from 'vitest';
import type { AnyEvent } from '../../wire';
import { tell } from './tell';

const title = (bet: string) => bet;
const of = (event: object): string => tell({ by: 'd1', at: 0, clauses: [], ...event } as unknown as AnyEvent, null, title);

test('events in one line each', () => {
  expect(of({ event: 'betting-opened' })).toBe('Betting is open');
  expect(of({ event: 'cards-dealt', to: 2, cards: '?? ?? ??' })).toBe('Box 2: face down');
  expect(of({ event: 'dealer-exposed', cards: 'Kh 9s Td' })).toBe('Dealer shows K♥ 9♠ 10♦');
  expect(of({ event: 'wager-placed', player: 'p1', bet: 'tie', box: 2, cents: 2500 })).toBe('p1: tie 25, box 2');
  expect(of({ event: 'option-chosen', player: 'p1', box: 2, option: 'withdraw' })).toBe('p1 chooses: Take your bets back');
});

test('what a dealer need not read is left out', () => {
  expect(of({ event: 'player-sat', player: 'p1', box: 2 })).toBe('');
});
