import { expect, test } from 'vitest';
import { aSecond, bytes, peakOf, pieces, refusedPart, short } from './figures';

const sample = (carried: number, refused = 0, at = 0) => ({
  at,
  seconds: 10,
  taps: 0,
  p50_ms: null,
  p99_ms: null,
  commits: 0,
  commit_ms: null,
  carried,
  refused,
  connections: 0,
});

test('sizes and short figures', () => {
  expect([bytes(212_000_000), bytes(999_999_999), bytes(1_400_000_000), bytes(40_000)]).toEqual([
    '212 MB',
    '1,000 MB',
    '1.4 GB',
    '40 kB',
  ]);
  expect([short(9.04), short(0.44), short(10), short(23.5)]).toEqual(['9', '0.4', '10', '24']);
});

test('the peak, and what was refused', () => {
  const some = [sample(10, 0, 1), sample(50, 50, 2), sample(20, 0, 3)];
  expect(peakOf(some)?.at).toBe(2);
  expect(peakOf([])).toBeUndefined();
  expect(aSecond(some[1])).toBe(5);
  expect(refusedPart(some)).toBeCloseTo(38.46, 2);
  expect(refusedPart([sample(0)])).toBeNull();
});

test('a line breaks where there is no figure', () => {
  expect(
    pieces([
      [1, 5],
      [2, null],
      [3, 6],
      [4, 7],
    ]),
  ).toEqual([
    [[1, 5]],
    [
      [3, 6],
      [4, 7],
    ],
  ]);
});
