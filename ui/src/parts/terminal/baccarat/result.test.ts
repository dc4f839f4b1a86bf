import { describe, expect, it } from 'vitest';
import { told, wonBy, type Past } from './result';

const past = (result: string, player: number, banker: number): Past =>
  ({
    round: 1,
    at: 0,
    result,
    player: { cards: '', points: player },
    dealer: { cards: '', points: banker },
  }) as unknown as Past;

describe('a result of the house in words', () => {
  it('names the winner and both totals', () => {
    expect(told(past('Bb', 4, 6))).toEqual({
      side: 'banker',
      name: 'Banker',
      rest: 'wins 6 to 4',
      pairs: 'with a Banker Pair',
    });
    expect(told(past('P', 9, 7))).toEqual({ side: 'player', name: 'Player', rest: 'wins 9 to 7', pairs: '' });
    expect(told(past('Tbp', 6, 6))).toMatchObject({
      side: 'tie',
      rest: 'at 6',
      pairs: 'with a Player Pair and a Banker Pair',
    });
  });
  it('says nothing of a void round', () => {
    expect(told(past('', 0, 0))).toBeNull();
    expect(told(null)).toBeNull();
    expect(wonBy(null)).toEqual([]);
  });
  it('marks the bets that the house says have won', () => {
    expect(wonBy(past('Bbp', 0, 0))).toEqual(['banker', 'banker-pair', 'player-pair']);
  });
});
