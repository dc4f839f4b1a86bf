// A table as this person may see it, and what was asked there.

import type { Acknowledged, AnyCommand, AnyEvent, AnyToClient, BoxView, Own, Pause, Results, Seen } from '../wire';
import { forRound } from './rounds';

type Refusal = Extract<AnyToClient, { type: 'refused' }>;
export type Answer = Acknowledged | Refusal | Pause;
export type Asked = {
  readonly id: string;
  readonly table: string;
  readonly command: AnyCommand;
  readonly answered: (answer: Answer) => void;
  /** Whether it may have reached the house. */
  sent?: boolean;
  /** Durable; until a view that has it arrives, it is still shown as sent. */
  landed?: number;
};

export type Returned = { readonly seconds: number; readonly events: readonly AnyEvent[] };

/** What is not offered without a line: the house could not take it in time. */
const OF_CHIPS: readonly string[] = ['place', 'withdraw', 'sit'];

const DEALER = 0;

export class TableState {
  seen = $state.raw<Seen | null>(null);
  own = $state.raw<Own | null>(null);
  results = $state.raw<Results | null>(null);
  returned = $state.raw<Returned | null>(null);
  /** Commands on their way: shown as sent, until they are answered. */
  pending = $state.raw<readonly Asked[]>([]);
  readonly heard = new Set<(events: readonly AnyEvent[], seen: Seen) => void>();
  awaySince: number | null = null;
  watchers = 0;

  constructor(
    readonly name: string,
    /** Whether there is a line on which chips reach the house in time. */
    private readonly isLive: () => boolean = () => true,
  ) {}

  get view() {
    return this.seen?.view ?? null;
  }

  /** The boxes, with the cards that only this person may see. */
  get boxes(): readonly BoxView[] {
    const part = this.own?.part;
    const mine = [...(part?.elsewhere ?? []), ...(part?.hand ? [part.hand] : [])];
    const boxes = this.seen?.view.boxes ?? [];
    if (!mine.length) return boxes;
    return boxes.map((box) => {
      const own = box.face_up ? null : mine.find((hand) => hand.box === box.box);
      return own ? { ...box, ...own } : box;
    });
  }

  /** The dealer's cards, with those that only this person may see. */
  get dealer(): string {
    const mine = this.own?.part.elsewhere?.find((hand) => hand.box === DEALER);
    return mine?.cards ?? this.seen?.view.dealer ?? '';
  }

  /** What this person may do now: the house's own list. */
  get next() {
    const next = this.own?.part.next ?? this.seen?.view.next ?? [];
    return this.isLive() ? next : next.filter(({ command }) => !OF_CHIPS.includes(command.command));
  }

  /** Whether the very same is on its way. */
  isAsked(command: AnyCommand): boolean {
    const asks = JSON.stringify(forRound(command, this.view?.round));
    return this.pending.some((one) => JSON.stringify(one.command) === asks);
  }
}
