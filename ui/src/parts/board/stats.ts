// What a board counts, from what the house sends of the rounds that are over.

import type { GameCard, Past, Results } from '../../wire';
import { bestRank, fallsShort } from '../../lib/felt';
import { count } from '../../lib/money';
import { isPictures, plateOf } from '../../lib/plate';
import { baccarat } from '../../text/baccarat';
import { board } from '../../text/board';
import { common } from '../../text/common';
import { named } from '../../text/named';

export const BEADS = 30;

export type Bead = { readonly round: number; readonly bead: string; readonly says: string; readonly kind: string };
export type Tile = { readonly value: string; readonly says: string };

/** The dealer's hand in a letter or two: points, or the hand, or its best card. */
export function beadOf(past: Past, card: GameCard): Bead {
  const hand = past.dealer;
  const of = (bead: string, says: string, kind = ''): Bead => ({ round: past.round, bead, says, kind });
  if (past.voided || !hand) return of('·', past.voided ? board.void : board.noHand);
  const name = named(hand.name ?? '');
  if (hand.points !== null) {
    if (isPictures(hand.cards)) return of(plateOf(hand.points, hand.cards), name, 'pic');
    return of(String(hand.points), name, hand.points === 6 ? 'six' : '');
  }
  if (name !== card.ranking.hands.at(-1)) return of(board.bead(name), name, 'pic');
  return of(fallsShort(card, name, hand.cards) ? board.unqualified : bestRank(hand.cards), name);
}

/** What the letters mean that are not points or cards. */
export function legendOf(beads: readonly Bead[]): string {
  const hands = new Map(beads.filter((one) => one.kind === 'pic').map((one) => [one.bead, one.says]));
  const said = [...hands].map(([bead, says]) => board.beadSays(bead, says));
  const short = beads.some((one) => one.bead === board.unqualified);
  return common.listed([...(short ? [board.unqualifiedSays] : []), ...said]);
}

/** Eight counts of the day at most. */
export function tilesOf(today: Results['today'], card: GameCard): readonly Tile[] {
  const of = (bet: string) => today.bets[bet] ?? { won: 0, lost: 0, returned: 0 };
  const [main, ...others] = card.bets.filter((bet) => bet.spot !== null);
  const tile = (value: number, says: string): Tile => ({ value: count(value), says });
  const own = of(main.name);
  const decided = card.decision ? [tile(today.qualified, board.qualified), tile(today.folded, board.handsFolded)] : [];
  const sides = others
    .filter((bet) => bet.name !== card.decision?.bet)
    .map((bet) => tile(of(bet.name).won, board.won(bet.title)));
  return [
    tile(today.rounds, board.rounds),
    tile(own.won, board.won(main.title)),
    tile(own.lost, board.lost(main.title)),
    tile(own.returned, board.back(main.title)),
    ...decided,
    ...sides,
    ...(today.voided ? [tile(today.voided, board.voided)] : []),
  ].slice(0, 8);
}

/** Boxes that won their main bet, and those that had one. */
export function wonIn(past: Past, main: string): readonly [number, number] {
  const boxes = past.boxes.filter((box) => main in box.bets);
  return [boxes.filter((box) => box.bets[main] === 'win').length, boxes.length];
}

/** A shoe of the table of play in a sentence. */
export function shoeSays(past: readonly Past[]): string {
  const sides = past.filter((one) => one.result).map((one) => one.result[0]);
  const naturals = past.filter((one) => [one.player, one.dealer].some(isNatural)).length;
  let longest = { side: '', times: 0 };
  let run = longest;
  for (const side of sides.filter((one) => one !== 'T')) {
    run = side === run.side ? { side, times: run.times + 1 } : { side, times: 1 };
    if (run.times > longest.times) longest = run;
  }
  const name = longest.side === 'B' ? baccarat.counts.banker : baccarat.counts.player;
  return board.shoeSays(sides.length, naturals, longest.times ? board.runOf(name, longest.times) : board.noRun);
}

const isNatural = (hand: Past['dealer']): boolean =>
  !!hand && hand.cards.split(' ').length === 2 && (hand.points ?? 0) >= 8;

/** Its day in a sentence. */
export function todaySays(today: Results['today']): string {
  const sides = ['banker', 'player', 'tie'] as const;
  const said = sides.map((side) => `${baccarat.counts[side]} ${count(today.bets[side]?.won ?? 0)}`);
  return board.todaySays(today.rounds, common.listed(said));
}
