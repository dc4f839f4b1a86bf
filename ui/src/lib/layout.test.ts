import { expect, test } from 'vitest';
import { boxAt, initials } from './layout';

/** Between the middles of two boxes: the spots of a small one are this wide. */
const LEAST = 140;

for (const boxes of [7, 8]) {
  for (const wide of [false, true]) {
    test(`${boxes} boxes lie in order and apart, whichever is one's own (${wide ? 'wide' : 'narrow'})`, () => {
      for (const own of [null, ...Array.from({ length: boxes }, (_, at) => at + 1)]) {
        const xs = Array.from({ length: boxes }, (_, at) => boxAt(at + 1, boxes, own, wide).x);
        for (let at = 1; at < boxes; at++) expect(xs[at - 1] - xs[at]).toBeGreaterThan(LEAST);
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
