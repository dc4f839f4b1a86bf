import { expect, test } from 'vitest';
import { placeFor } from './placing';

const window = { width: 400, height: 800 };
const size = { width: 300, height: 60 };

test('at the right under the bar, where nothing is', () => {
  expect(placeFor(size, window, 56, [])).toEqual({ x: 92, y: 56 });
});

test('beside what lies there, and touching is not covering', () => {
  const small = { width: 100, height: 60 };
  expect(placeFor(small, window, 56, [{ x: 292, y: 56, width: 100, height: 60 }])).toEqual({ x: 8, y: 56 });
  expect(placeFor(size, window, 56, [{ x: 0, y: 116, width: 400, height: 60 }])).toEqual({ x: 92, y: 56 });
});

test('below it, where neither side is free', () => {
  expect(placeFor(size, window, 56, [{ x: 0, y: 56, width: 400, height: 60 }])).toEqual({ x: 92, y: 120 });
});

test('where there is no free place, the one that covers least', () => {
  const taken = [
    { x: 0, y: 0, width: 400, height: 700 },
    { x: 0, y: 740, width: 400, height: 60 },
  ];
  expect(placeFor(size, window, 56, taken)).toEqual({ x: 92, y: 680 });
});
