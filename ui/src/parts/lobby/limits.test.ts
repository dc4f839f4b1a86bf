import { expect, it, test } from 'vitest';
import { beginsBy, limitGroups, minimumsOf } from './limits';

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

test('tables are found by the least bet: at, below and above', () => {
  const low = { limits: { main: [2500, 500_000], tie: [500, 50_000] } } as const;
  const high = { limits: { main: [10_000, 500_000] } } as const;
  expect(minimumsOf([high, low, low, { limits: {} }])).toEqual([2500, 10_000]);
  expect(
    [2499, 2500, 9999, 10_000, null].map((most) => [low, high].filter((one) => beginsBy(one, most)).length),
  ).toEqual([0, 1, 1, 2, 2]);
});
