// @vitest-environment happy-dom
import { mount, unmount } from 'svelte';
import { expect, test } from 'vitest';
import type { GameCard } from '../../wire';
import HowTo from './HowTo.svelte';

const CARD = {
  about: { game: 'another-game', title: 'Another Game' },
  phases: [],
  ranking: { hands: [], says: [] },
} as unknown as GameCard;

const listed = (notices: string[]): (string | null)[] => {
  const page = mount(HowTo, { target: document.body, props: { card: CARD, notices, onclose: () => {} } });
  const found = [...document.querySelectorAll('.notices li')].map((one) => one.textContent);
  unmount(page);
  return found;
};

test('the rule card has every notice of the table, as the house words it', () => {
  expect(listed(['your own hand is yours to read', 'no jackpot bets'])).toEqual([
    'your own hand is yours to read',
    'no jackpot bets',
  ]);
});

test('without notices it has no list of them', () => {
  expect(listed([])).toEqual([]);
});
