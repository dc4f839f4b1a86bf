import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { View } from '../../../wire';
import { eachOnce, rowOf, type Drawn } from '../../../lib/thirdCard';
import { FIRST_MS, Reveal } from './reveal.svelte';

const plate = (side: Drawn['side'], points: number, draws: boolean, third: number | null = null, code = ''): Drawn => ({
  side,
  said: { code, facts: {} },
  clauses: ['3.9'],
  points,
  draws,
  third,
});
const PLAYER = plate('player', 4, true);
const BANKER = plate('banker', 5, true, 6);
const view = (drawn: readonly Drawn[], player: string, banker: string, step: View['step'] = 'dealing') => ({
  round: 1,
  step,
  drawn,
  player_hand: player,
  player_points: player.length > 5 ? 0 : 4,
  dealer: banker,
  dealer_points: banker.length > 5 ? 7 : 5,
});
const FOUR = view([PLAYER], '5d 9s', '2c 3h');
const FIVE = view([PLAYER, BANKER], '5d 9s 6c', '2c 3h');
const SIX = view([PLAYER, BANKER], '5d 9s 6c', '2c 3h 2d');

const now = (reveal: Reveal): unknown[] => {
  const { player, banker, plates } = reveal.shown!;
  return [player.cards, player.points, banker.cards, banker.points, plates.map((one) => one.side)];
};

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const after = (reveal: Reveal, ms: number): unknown[] => {
  vi.advanceTimersByTime(ms);
  return now(reveal);
};

test('all in one message: plate, card, plate, card, each 400 ms after the one before', () => {
  const reveal = new Reveal();
  reveal.follow(view([], '5d 9s', '2c'));
  reveal.follow(SIX);
  const before = ['5d 9s', 4, '2c 3h', 5, ['player']];
  const between = ['5d 9s 6c', 0, '2c 3h', 5, ['player', 'banker']];
  expect(now(reveal)).toEqual(before);
  expect(after(reveal, FIRST_MS - 1)).toEqual(before);
  expect(after(reveal, 1)).toEqual(between);
  expect(after(reveal, FIRST_MS - 1)).toEqual(between);
  expect(after(reveal, 1)).toEqual(['5d 9s 6c', 0, '2c 3h 2d', 7, ['player', 'banker']]);
});

test('a dealer who gives time is not waited for', () => {
  const reveal = new Reveal();
  reveal.follow(view([], '', ''));
  reveal.follow(FOUR);
  expect(after(reveal, 1000)).toEqual(['5d 9s', 4, '2c 3h', 5, ['player']]);
  reveal.follow(FIVE);
  expect(now(reveal)).toEqual(['5d 9s 6c', 0, '2c 3h', 5, ['player', 'banker']]);
  vi.advanceTimersByTime(FIRST_MS);
  reveal.follow(SIX);
  expect(now(reveal)).toEqual(['5d 9s 6c', 0, '2c 3h 2d', 7, ['player', 'banker']]);
});

test('nothing waits once the round is over, without motion, or for who has just come', () => {
  const whole = ['5d 9s 6c', 0, '2c 3h 2d', 7, ['player', 'banker']];
  const over = new Reveal();
  over.follow(FOUR);
  over.follow(SIX);
  over.follow({ ...SIX, step: 'concluded' });
  expect(now(over)).toEqual(whole);
  const still = new Reveal(true);
  still.follow(view([], '', ''));
  still.follow(SIX);
  expect(now(still)).toEqual(whole);
  const late = new Reveal();
  late.follow(SIX);
  expect(now(late)).toEqual(whole);
});

test('the rows of the table of play are those that the house names', () => {
  expect([PLAYER, BANKER].map(rowOf)).toEqual(['player-draws', 'banker-5']);
  const stood = [plate('player', 7, false), plate('banker', 3, true)];
  expect(stood.map(rowOf)).toEqual(['player-stands', 'banker-stood']);
  const natural = (['player', 'banker'] as const).map((side) => plate(side, 8, false, null, 'natural-no-hand-draws'));
  expect(natural.map(rowOf)).toEqual(['natural', 'natural']);
  expect(eachOnce(natural)).toEqual([natural[0]]);
  expect(eachOnce(stood)).toEqual(stood);
});
