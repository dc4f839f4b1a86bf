// @vitest-environment happy-dom

import { expect, test } from 'vitest';
import { kiosk, REST_MS, rests, shiftOf } from './kiosk.svelte';
import { router } from './router.svelte';

test('a terminal rests after a minute without a touch, never with a bet', () => {
  expect(rests(1000, 1000 + REST_MS - 1, false)).toBe(false);
  expect(rests(1000, 1000 + REST_MS, false)).toBe(true);
  expect(rests(1000, 1000 + 10 * REST_MS, true)).toBe(false);
});

test('the picture shifts by eight pixels every minute and comes back', () => {
  const minutes = [0, 1, 2, 3, 4].map((minute) => shiftOf(minute * 60_000 + 59_999));
  expect(minutes).toEqual([
    { x: 0, y: 0 },
    { x: 8, y: 0 },
    { x: 8, y: 8 },
    { x: 0, y: 8 },
    { x: 0, y: 0 },
  ]);
});

test('no link leads out of a kiosk, until staff leave it', () => {
  router.go('/kiosk/t1');
  kiosk.stay('/kiosk/t1');
  for (const to of ['/', '/table/t1', '/me', '/rules/baccarat', '/kiosk/t2']) router.go(to);
  expect([router.path, location.pathname, kiosk.left]).toEqual(['/kiosk/t1', '/kiosk/t1', 5]);
  expect(sessionStorage.getItem('kiosk')).toBe('/kiosk/t1');
  kiosk.leave();
  expect([router.path, sessionStorage.getItem('kiosk')]).toEqual(['/', null]);
});
