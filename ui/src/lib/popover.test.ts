import { expect, test } from 'vitest';
import { GAP, MARGIN, place } from './popover';

const DESK = { width: 1440, height: 900 };
const POP = { width: 348, height: 250 };
const inside = (at: { left: number; top: number }, size: typeof POP, frame: typeof DESK): boolean =>
  at.left >= MARGIN &&
  at.top >= MARGIN &&
  at.left + size.width <= frame.width - MARGIN &&
  at.top + size.height <= frame.height - MARGIN;

test('from the rail it opens to the felt, its arrow on the line that asked', () => {
  const line = { left: 1100, top: 200, width: 40, height: 20 };
  expect(place(line, POP, DESK)).toEqual({ side: 'left', left: 1100 - GAP - 348, top: 170, arrow: 40 });
});

test('from the left it opens to the right', () => {
  expect(place({ left: 20, top: 400, width: 60, height: 40 }, POP, DESK)).toMatchObject({ side: 'right', left: 94 });
});

test('at the lower edge it moves up, and the arrow with the line', () => {
  const at = place({ left: 1100, top: 870, width: 40, height: 20 }, POP, DESK);
  expect([at.top, at.arrow]).toEqual([900 - MARGIN - 250, 232]);
});

test('where no side has room it stands below or above', () => {
  const narrow = { width: 420, height: 800 };
  expect(place({ left: 100, top: 100, width: 200, height: 20 }, POP, narrow).side).toBe('below');
  expect(place({ left: 100, top: 700, width: 200, height: 20 }, POP, narrow).side).toBe('above');
});

test('wherever it was asked from, all of it is inside the window', () => {
  for (const frame of [DESK, { width: 1024, height: 768 }, { width: 844, height: 390 }, { width: 600, height: 400 }]) {
    for (let left = 0; left < frame.width; left += 60) {
      for (let top = 0; top < frame.height; top += 45) {
        expect(inside(place({ left, top, width: 30, height: 20 }, POP, frame), POP, frame)).toBe(true);
      }
    }
  }
});
