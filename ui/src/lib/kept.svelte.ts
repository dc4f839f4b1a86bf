// The last round of a player at a table, kept to be read beside the new bets.

import type { Recalled, SettledLine } from '../wire';
import type { TableState } from './house.svelte';
import { byBox, handsMet, isOver } from './outcome';

export type KeptHand = { readonly cards: string; readonly points: number | null };
export type Kept = {
  readonly round: number;
  readonly game: string;
  readonly lines: readonly SettledLine[];
  /** For each box which hands met, as far as they are known. */
  readonly met: Readonly<Record<number, string>>;
  readonly dealer: KeptHand | null;
  readonly mine: KeptHand | null;
};

const DEALER = 0;
const PLAYER_HAND = 1;

/** A round that has just been settled, as the table shows it. */
export function keptOf(table: TableState): Kept | null {
  const { view, own } = table;
  const lines = own?.part.lines ?? [];
  if (!view || view.step !== 'concluded' || !lines.length) return null;
  const boxes = table.boxes;
  const of = (box: number) => boxes.find((one) => one.box === box);
  const first = of(lines[0].box);
  const mine = view.player_hand
    ? { cards: view.player_hand, points: view.player_points }
    : first?.hand
      ? { cards: first.cards, points: first.points }
      : null;
  return {
    round: view.round,
    game: view.game,
    lines,
    met: Object.fromEntries(byBox(lines).map(({ box }) => [box, handsMet(view, of(box))])),
    dealer: view.dealer_hand || view.player_hand ? { cards: table.dealer, points: view.dealer_points } : null,
    mine,
  };
}

/** The same by the house's record, after a fresh start. */
export function keptFrom(round: Recalled): Kept {
  const hand = (place: number): KeptHand | null =>
    round.cards[place] ? { cards: round.cards[place], points: null } : null;
  const box = round.results[0]?.box ?? 0;
  return {
    round: round.round,
    game: round.game,
    lines: round.results,
    met: {},
    dealer: hand(DEALER),
    mine: hand(box || PLAYER_HAND),
  };
}

export class LastRound {
  private found = $state.raw<Kept | null>(null);
  private away = $state(0);

  constructor(readonly table: TableState) {}

  /** Called with every new view. */
  follow(): void {
    const now = keptOf(this.table);
    if (now) this.found = now;
  }

  /** After a fresh start: the last round that the record has of this table. */
  remember(rounds: readonly Recalled[]): void {
    if (this.found) return;
    const round = rounds.find((one) => one.table === this.table.name && isOver(one) && one.results.length);
    if (round) this.found = keptFrom(round);
  }

  /** Null once the player has put it away. */
  get kept(): Kept | null {
    return this.found && this.found.round > this.away ? this.found : null;
  }

  /** Whether it is the round that the table shows. */
  get isNow(): boolean {
    const view = this.table.view;
    return !!view && view.step === 'concluded' && this.found?.round === view.round;
  }

  putAway(): void {
    if (this.found) this.away = this.found.round;
  }
}
