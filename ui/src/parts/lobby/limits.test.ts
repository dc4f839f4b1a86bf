import { expect, it } from 'vitest';
import { limitGroups } from './limits';

it('shows bets of the same limits together', () => {
  const limits = [
    ['player', 25, 50],
    ['tie', 5, 9],
    ['banker', 25, 50],
  ] as const;
  expect(limitGroups(limits)).toEqual([
    { bets: ['player', 'banker'], low: 25, high: 50 },
    { bets: ['tie'], low: 5, high: 9 },
  ]);
});
