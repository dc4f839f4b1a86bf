// Which rows of the table of play a round of baccarat went by: what the cards on the felt show.

import type { TableauCard, View } from '../wire';
import { common } from '../text/common';

export type Row = 'natural' | 'player-draws' | 'player-stands' | 'banker-stood' | `banker-${number}`;
export type Drew = { readonly draws: boolean; readonly points: number; readonly third: number | null };
export type Drawing = {
  readonly natural: number | null;
  readonly player: Drew | null;
  readonly banker: Drew | null;
  readonly rows: readonly Row[];
};

const NOTHING: Drawing = { natural: null, player: null, banker: null, rows: [] };
const cardsOf = (hand: string): readonly string[] => (hand ? hand.split(' ') : []);
/** A ten and a picture count nothing, an ace one. */
const valueOf = (card: string): number => (card[0] === 'A' ? 1 : Number(card[0]) || 0);
const total = (cards: readonly string[]): number => cards.reduce((sum, card) => sum + valueOf(card), 0) % 10;

export function drawingOf(table: TableauCard, view: Pick<View, 'player_hand' | 'dealer'>): Drawing {
  const [player, banker] = [cardsOf(view.player_hand), cardsOf(view.dealer)];
  if (player.length < 2 || banker.length < 2) return NOTHING;
  const [mine, theirs] = [total(player.slice(0, 2)), total(banker.slice(0, 2))];
  const natural = [mine, theirs].find((one) => table.natural.includes(one)) ?? null;
  if (natural !== null) return { ...NOTHING, natural, rows: ['natural'] };
  const draws = table.player_draws_on.includes(mine);
  const told = { draws, points: mine, third: null };
  if (!draws) {
    const then = { draws: table.banker_draws_on.includes(theirs), points: theirs, third: null };
    return { natural, player: told, banker: then, rows: ['player-stands', 'banker-stood'] };
  }
  if (!player[2]) return { natural, player: told, banker: null, rows: ['player-draws'] };
  const third = valueOf(player[2]);
  const row = table.banker.find((one) => one.total === theirs);
  const then = { draws: !!row?.draws_on.includes(third), points: theirs, third };
  return { natural, player: told, banker: then, rows: ['player-draws', `banker-${theirs}`] };
}

/** 0, 1, 2, 5 as 0–2, 5. */
export function spans(numbers: readonly number[]): string {
  const found: [number, number][] = [];
  for (const one of [...numbers].sort((a, b) => a - b)) {
    const last = found.at(-1);
    if (last && one === last[1] + 1) last[1] = one;
    else found.push([one, one]);
  }
  return common.listed(found.map(([from, to]) => (from === to ? `${from}` : `${from}–${to}`)));
}
