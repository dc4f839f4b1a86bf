// The last round of a player at a table, kept to be read beside the new bets.

import type { Recalled, SettledLine } from '../wire';
import type { TableState } from './table.svelte';
import { byBox, isOver } from './outcome';

export type KeptHand = { readonly cards: string; readonly points: number | null };
export type Kept = {
  readonly round: number;
  readonly game: string;
  readonly box: number;
  readonly lines: readonly SettledLine[];
  /** The boxes whose hand was given up, as far as it is known. */
  readonly folded: readonly number[];
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
    box: lines[0].box,
    lines,
    folded: byBox(lines).flatMap(({ box }) => (of(box)?.decision === 'fold' ? [box] : [])),
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
    box,
    lines: round.results,
    folded: [],
    dealer: hand(DEALER),
    mine: hand(box || PLAYER_HAND),
  };
}

/** Of a table at which nobody plays now: its last round, with the first hand that was not folded. */
export function lastAt(table: TableState): Kept | null {
  const past = table.results?.past.findLast((one) => !one.voided && one.dealer);
  const box = past?.boxes.find((one) => one.hand && !one.folded);
  const mine = past?.player ?? box?.hand;
  if (!past?.dealer || !mine || !table.view) return null;
  const shown = ({ cards, points }: NonNullable<typeof past.dealer>): KeptHand => ({ cards, points: points ?? null });
  return {
    round: past.round,
    game: table.view.game,
    box: box?.box ?? 0,
    lines: [],
    folded: [],
    dealer: shown(past.dealer),
    mine: shown(mine),
  };
}

/** The first bet starts the clock, as the house deals; where a person does, the clock has run out. */
export const beginsWithABet = (table: TableState, until: number | null): boolean =>
  isIdle(table) && until === null && !table.view?.notices_said?.some((one) => one.code === 'time-is-over');

/** Bets are open and none lies, neither one's own nor anybody's. */
export function isIdle(table: TableState): boolean {
  const view = table.view;
  return (
    !!view &&
    view.is_open &&
    view.step === 'betting' &&
    !view.held &&
    !view.interrupted &&
    !table.pending.length &&
    !table.own?.part.wagers.length &&
    view.boxes.every((one) => !one.wagers.length)
  );
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

  /** After a fresh start: the last round that the record has of this table; what was put right of it counts. */
  remember(rounds: readonly Recalled[]): void {
    const again = rounds.find((one) => one.table === this.table.name && one.round === this.found?.round);
    if (again?.corrected.length && !this.isNow) this.found = again.results.length ? keptFrom(again) : null;
    if (this.found) return;
    const round = rounds.find((one) => one.table === this.table.name && isOver(one) && one.results.length);
    if (round) this.found = keptFrom(round);
  }

  /** Null once the player has put it away. */
  get kept(): Kept | null {
    return this.found && this.found.round > this.away ? this.found : null;
  }

  /** On the felt while bets are open: the own last round, or that of a table at which nobody plays. */
  get plate(): Kept | null {
    if (this.table.view?.step !== 'betting') return null;
    return this.kept ?? (!this.found && isIdle(this.table) ? lastAt(this.table) : null);
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
