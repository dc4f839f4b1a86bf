import { expect, test } from 'vitest';
import type { BetCard, GameCard, Spot } from '../wire';
import { asRead, boxAt, initials, isCrowded, laidOut } from './layout';

/** Between the middles of two boxes: the spots of a small one are this wide; of eight, each has three. */
const LEAST = { 7: 155, 8: 140 };

for (const boxes of [7, 8] as const) {
  for (const wide of [false, true]) {
    test(`${boxes} boxes lie in order and apart, whichever is one's own (${wide ? 'wide' : 'narrow'})`, () => {
      for (const own of [null, ...Array.from({ length: boxes }, (_, at) => at + 1)]) {
        const xs = Array.from({ length: boxes }, (_, at) => boxAt(at + 1, boxes, own, wide).x);
        for (let at = 1; at < boxes; at++) expect(xs[at - 1] - xs[at]).toBeGreaterThan(LEAST[boxes]);
        expect(Math.max(...xs.map(Math.abs))).toBeLessThanOrEqual(690);
      }
    });
  }
}

test('box 1 is on the right, where the dealer has his left', () => {
  expect(boxAt(1, 7, null).x).toBeGreaterThan(0);
  expect(boxAt(4, 7, null).x).toBe(0);
});

test('initials of a bet', () => {
  expect(initials('Player Lucky 6')).toBe('PL6');
  expect(initials('Ante')).toBe('Ante');
});

const bet = (name: string, spot: Spot | null): BetCard => ({
  name,
  title: name,
  where: 'box',
  spot,
  needs: null,
  bonus_on: spot ? null : 'main',
  lines: [],
  clauses: [],
  wins: null,
  example: null,
});
const cardOf = (...bets: BetCard[]): GameCard => ({ bets }) as unknown as GameCard;

test('a bonus has no spot; areas are read from the upper row to the lower', () => {
  const card = cardOf(bet('main', 'centre'), bet('bonus', null), bet('six', 'lower-right'), bet('tie', 'upper-left'));
  expect(laidOut(card).map((one) => one.name)).toEqual(['main', 'six', 'tie']);
  expect(asRead(laidOut(card)).map((one) => one.name)).toEqual(['tie', 'main', 'six']);
  expect(isCrowded(card)).toBe(false);
});

test('a fourth spot is a crowd', () => {
  const card = cardOf(
    bet('main', 'centre'),
    bet('tie', 'upper-left'),
    bet('pair', 'upper-right'),
    bet('six', 'lower-left'),
  );
  expect(isCrowded(card)).toBe(true);
});
