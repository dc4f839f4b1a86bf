// A third card comes after the plate that says why: until then its hand is shown as it was.

import type { View } from '../../../wire';
import type { Drawn } from '../../../lib/thirdCard';

export const FIRST_MS = 400;
const TWO = 2;

type Seen = Pick<View, 'round' | 'step' | 'drawn' | 'player_hand' | 'player_points' | 'dealer' | 'dealer_points'>;
type Side = Drawn['side'];
export type ShownHand = { readonly cards: string; readonly points: number | null };
export type Shown = Record<Side, ShownHand> & { readonly plates: readonly Drawn[] };

const first = (cards: string): string => cards.split(' ').slice(0, TWO).join(' ');
const hasThird = (cards: string): boolean => cards.split(' ').length > TWO;

/** What is to be shown, given since when each plate lies there. */
export function shownOf(view: Seen, since: Partial<Record<Side, number>>, now: number): Shown {
  const whole: Record<Side, ShownHand> = {
    player: { cards: view.player_hand, points: view.player_points },
    banker: { cards: view.dealer, points: view.dealer_points },
  };
  if (view.step === 'concluded') return { ...whole, plates: view.drawn };
  const plates: Drawn[] = [];
  for (const plate of view.drawn) {
    plates.push(plate);
    const hand = whole[plate.side];
    if (!hasThird(hand.cards) || now - (since[plate.side] ?? now) >= FIRST_MS) continue;
    // what comes after this card, plate and card of the other hand, waits for it
    const held = { cards: first(hand.cards), points: plate.points };
    const banker = plate.side === 'player' ? atFirst(view, whole.banker) : held;
    return { player: plate.side === 'player' ? held : whole.player, banker, plates };
  }
  return { ...whole, plates };
}

/** The Banker Hand before its third card, with the points that the house gave for it. */
function atFirst(view: Seen, hand: ShownHand): ShownHand {
  if (!hasThird(hand.cards)) return hand;
  return { cards: first(hand.cards), points: view.drawn.find((one) => one.side === 'banker')?.points ?? null };
}

export class Reveal {
  shown = $state.raw<Shown | null>(null);
  private since: Partial<Record<Side, number>> = {};
  private round = -1;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly still = false,
    private readonly clock = () => performance.now(),
  ) {}

  /** Called with every new view; who comes to a table in the middle of a deal waits for nothing. */
  follow(view: Seen): void {
    clearTimeout(this.timer);
    const now = this.clock();
    const before = this.shown === null || this.still ? -Infinity : now;
    if (view.round !== this.round) this.since = {};
    this.round = view.round;
    let shown = shownOf(view, this.since, now);
    for (;;) {
      const fresh = shown.plates.filter((one) => this.since[one.side] === undefined);
      if (!fresh.length) break;
      for (const one of fresh) this.since[one.side] = before;
      shown = shownOf(view, this.since, now);
    }
    this.shown = shown;
    const waits = shown.player.cards !== view.player_hand || shown.banker.cards !== view.dealer;
    if (waits) this.timer = setTimeout(() => this.follow(view), this.left(shown, now));
  }

  private left(shown: Shown, now: number): number {
    const newest = shown.plates.at(-1);
    return Math.max(0, FIRST_MS - (now - (newest ? (this.since[newest.side] ?? now) : now)));
  }

  stop(): void {
    clearTimeout(this.timer);
  }
}
