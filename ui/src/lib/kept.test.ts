import { expect, test } from 'vitest';
import { isIdle, lastAt } from './kept.svelte';
import type { TableState } from './table.svelte';

const hand = (cards: string, points: number) => ({ cards, points, name: null });
const BOXES = [
  { box: 2, hand: hand('2h 5d 9c', 6), folded: true },
  { box: 4, hand: hand('Kd Js 6d', 6), folded: false },
];
const PLAYED = { round: 7, dealer: hand('Qd 3c 2s', 5), player: null, boxes: BOXES, voided: false };
const VOID = { ...PLAYED, round: 8, voided: true };
const NONE = { round: 9, dealer: null, player: null, boxes: [], voided: false };

const state = (past: unknown[], view: object = {}, more: object = {}): TableState =>
  ({
    results: { past },
    view: {
      game: 'three-pictures',
      is_open: true,
      step: 'betting',
      held: null,
      interrupted: false,
      boxes: [],
      ...view,
    },
    pending: [],
    own: null,
    ...more,
  }) as unknown as TableState;

test('a table at which nobody plays shows the last round that was played out', () => {
  expect(lastAt(state([PLAYED, VOID, NONE]))).toEqual({
    round: 7,
    game: 'three-pictures',
    box: 4,
    lines: [],
    folded: [],
    dealer: { cards: 'Qd 3c 2s', points: 5 },
    mine: { cards: 'Kd Js 6d', points: 6 },
  });
  expect(lastAt(state([{ ...PLAYED, boxes: [], player: hand('9d Tc', 9) }]))?.mine?.cards).toBe('9d Tc');
  expect(lastAt(state([VOID]))).toBeNull();
  expect(lastAt(state([]))).toBeNull();
});

test('nobody plays while bets are open and none lies or is on its way', () => {
  expect(isIdle(state([]))).toBe(true);
  expect(isIdle(state([], { step: 'dealing' }))).toBe(false);
  expect(isIdle(state([], { is_open: false }))).toBe(false);
  expect(isIdle(state([], { boxes: [{ wagers: [{}] }] }))).toBe(false);
  expect(isIdle(state([], {}, { pending: [{}] }))).toBe(false);
  expect(isIdle(state([], {}, { own: { part: { wagers: [{}] } } }))).toBe(false);
});
