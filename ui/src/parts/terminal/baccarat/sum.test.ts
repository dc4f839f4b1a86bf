import { expect, test } from 'vitest';
import { sumOf } from './sum';

const COUNTS = { A: 1, 2: 2, 3: 3, 6: 6, 7: 7, 9: 9, T: 0, K: 0 };

test('two cards, and what the third makes of them', () => {
  expect(sumOf('2d 3c', COUNTS, 5, null)).toBe('2 + 3 = 5');
  expect(sumOf('2d 3c 6h', COUNTS, 1, 5)).toBe('2 + 3 = 5, then 6 makes 11, so 1');
  expect(sumOf('Ks 7c', COUNTS, 7, 7)).toBe('0 + 7 = 7');
  expect(sumOf('9s 6c', COUNTS, 5, 5)).toBe('9 + 6 = 15, so 5');
  expect(sumOf('9s 6c Ah', COUNTS, 6, 5)).toBe('9 + 6 = 15, so 5, then 1 makes 6');
});

test('nothing for one card, or for one that is not known', () => {
  expect(sumOf('2d', COUNTS, 2, null)).toBe('');
  expect(sumOf('2d ??', COUNTS, 2, null)).toBe('');
});
