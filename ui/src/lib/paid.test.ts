import { expect, test } from 'vitest';
import type { SettledLine } from '../wire';
import { isPaidAsSaid } from './paid';

const line = (more: Partial<SettledLine>): SettledLine => ({
  player: 'p1',
  box: 1,
  bet: 'initial',
  event: 'wins',
  stake_cents: 10_000,
  counted_cents: 10_000,
  result: 'win',
  back_cents: 15_000,
  clauses: [],
  odds: '1:2',
  award_cents: null,
  from_box: null,
  rounded_off: '0',
  from_meter: false,
  ...more,
});

test('a win is paid by its odds, to the cent', () => {
  expect(isPaidAsSaid(line({}))).toBe(true);
  expect(isPaidAsSaid(line({ back_cents: 14_999 }))).toBe(false);
  expect(isPaidAsSaid(line({ back_cents: 15_001 }))).toBe(false);
  const odd = { stake_cents: 101, counted_cents: 101 };
  expect([150, 151, 152, 153].map((back) => isPaidAsSaid(line({ ...odd, back_cents: back })))).toEqual([
    false,
    true,
    true,
    false,
  ]);
});

test('a stake that counts in part, is lost or comes back', () => {
  const part = { stake_cents: 10_000, counted_cents: 4_000 };
  expect(isPaidAsSaid(line({ ...part, odds: '1:1', back_cents: 14_000 }))).toBe(true);
  expect(isPaidAsSaid(line({ ...part, result: 'lose', odds: null, back_cents: 6_000 }))).toBe(true);
  expect(isPaidAsSaid(line({ ...part, result: 'lose', odds: null, back_cents: 0 }))).toBe(false);
  expect(isPaidAsSaid(line({ result: 'push', odds: null, back_cents: 10_000 }))).toBe(true);
  expect(isPaidAsSaid(line({ result: 'returned', odds: null, back_cents: 9_999 }))).toBe(false);
});

test('what its own odds do not tell', () => {
  expect(isPaidAsSaid(line({ award_cents: 5_000 }))).toBeNull();
  expect(isPaidAsSaid(line({ stake_cents: 0, counted_cents: 0 }))).toBeNull();
  expect(isPaidAsSaid(line({ odds: null }))).toBeNull();
});
