// A player's hand on the chips: which chip, where it went, what to take back. What may be bet is the
// house's to say; this only remembers what was done.

import type { AnyCommand, OwnWager, Recalled } from '../wire';
import { money } from './money';
import { forRound } from './rounds';
import type { Answer, TableState } from './house.svelte';
import { house } from './house.svelte';
import { toasts } from './toasts.svelte';
import { common } from '../text/common';
import { terminal } from '../text/terminal';
import { saidBy } from '../text/said';

export const CHIPS = [1, 5, 25, 100, 500, 1000, 5000];

export type Spot = { readonly box: number; readonly bet: string };
type Placed = Spot & { readonly cents: number };
export type SpotState = 'empty' | 'sent' | 'accepted' | 'refused';

const same = (one: Spot, other: Spot): boolean => one.box === other.box && one.bet === other.bet;
const STAYS_MS = 8000;

export class Betting {
  chip = $state(25);
  /** The spot that was refused last; it says so until the next action. */
  refused = $state.raw<Spot | null>(null);
  /** What was put down in this round, in order, for undoing. */
  private done = $state.raw<readonly Placed[]>([]);
  /** The wagers of the round before, for repeating. */
  last = $state.raw<readonly OwnWager[]>([]);
  private round = 0;
  private lying: readonly OwnWager[] = [];

  constructor(
    readonly table: TableState,
    readonly title: (bet: string) => string,
    /** The bet on which what is staked is prescribed; no chip is chosen. */
    readonly jackpot: () => string | null,
  ) {}

  /** Called with every new view: a new round begins with an empty memory. */
  follow(): void {
    const view = this.table.view;
    if (!view) return;
    if (view.round !== this.round) {
      if (this.lying.length) this.last = this.lying;
      this.round = view.round;
      this.done = [];
      this.refused = null;
    }
    const now = this.wagers;
    if (view.step !== 'concluded') this.lying = now;
  }

  get wagers(): readonly OwnWager[] {
    return this.table.own?.part.wagers ?? [];
  }

  /** Accepted and lying on the table. */
  lies(spot: Spot): number {
    return this.wagers.find((one) => same(one, spot))?.cents ?? 0;
  }

  /** On its way to the house. */
  sent(spot: Spot): number {
    let cents = 0;
    for (const { command } of this.table.pending) {
      if (command.command === 'place' && same({ box: command.box ?? 0, bet: command.bet }, spot)) {
        cents += command.cents;
      }
    }
    return cents;
  }

  state(spot: Spot): SpotState {
    if (this.sent(spot)) return 'sent';
    if (this.refused && same(this.refused, spot)) return 'refused';
    return this.lies(spot) ? 'accepted' : 'empty';
  }

  get total(): number {
    return this.wagers.reduce((sum, one) => sum + one.cents, 0);
  }

  /** Where the house takes a chip now, and the least that it takes. */
  least(spot: Spot): number | null {
    for (const { command } of this.table.next) {
      if (command.command === 'place' && same({ box: command.box ?? 0, bet: command.bet }, spot)) {
        return command.cents;
      }
    }
    return null;
  }

  mayTakeBack(spot: Spot): boolean {
    return this.table.next.some(
      ({ command }) => command.command === 'withdraw' && same({ box: command.box ?? 0, bet: command.bet }, spot),
    );
  }

  /** A chip on a spot; a jackpot bet is what it is prescribed to be. */
  async place(spot: Spot, cents = this.chip * 100, round = this.table.view?.round): Promise<boolean> {
    this.refused = null;
    const view = this.table.view;
    const prescribed = spot.bet === this.jackpot() ? view?.jackpot_bet_cents : null;
    const amount = prescribed ?? cents;
    const command: AnyCommand = { command: 'place', player: house.name, bet: spot.bet, cents: amount, box: spot.box };
    const answer = await house.ask(this.table.name, forRound(command, round));
    if (answer.type === 'acknowledged') {
      this.done = [...this.done, { ...spot, cents: amount }];
      return true;
    }
    this.tell(answer, terminal.notAccepted(this.title(spot.bet), money(amount)));
    this.refused = spot;
    setTimeout(() => {
      if (this.refused === spot) this.refused = null;
    }, STAYS_MS);
    return false;
  }

  async takeBack(spot: Spot, cents: number | null = null, round = this.table.view?.round): Promise<void> {
    this.refused = null;
    const lying = this.lies(spot);
    const part = cents === null || cents >= lying ? null : cents;
    const command: AnyCommand = { command: 'withdraw', player: house.name, bet: spot.bet, box: spot.box, cents: part };
    const answer = await house.ask(this.table.name, forRound(command, round));
    if (answer.type !== 'acknowledged') this.tell(answer, terminal.staysLying(this.title(spot.bet)));
  }

  /** What was put on a spot last. */
  async takeOne(spot: Spot): Promise<void> {
    const at = this.done.findLastIndex((one) => same(one, spot));
    const cents = this.done[at]?.cents ?? null;
    this.done = this.done.filter((_, index) => index !== at);
    if (this.lies(spot)) await this.takeBack(spot, cents);
  }

  get canUndo(): boolean {
    return this.done.some((one) => this.mayTakeBack(one));
  }

  async undo(): Promise<void> {
    const last = this.done.findLast((one) => this.mayTakeBack(one));
    if (!last) return;
    const at = this.done.lastIndexOf(last);
    this.done = this.done.filter((_, index) => index !== at);
    await this.takeBack(last, last.cents);
  }

  get canClear(): boolean {
    return this.wagers.some((one) => this.mayTakeBack(one));
  }

  async clear(): Promise<void> {
    this.done = [];
    const round = this.table.view?.round;
    // side bets first: a box without its main bet keeps none
    for (const wager of [...this.wagers].reverse()) {
      if (this.mayTakeBack(wager)) await this.takeBack(wager, null, round);
    }
  }

  /** After a fresh start the house's own record says what was bet last. */
  remember(rounds: readonly Recalled[]): void {
    if (this.last.length) return;
    const past = rounds.find((one) => one.table === this.table.name && one.round !== this.round);
    if (past) this.last = past.wagers.map(({ box, bet, cents }) => ({ box: box ?? 0, bet, cents }));
  }

  /** The bets of the round before that can be placed: a bet that a decision made is not among them. */
  get repeatable(): readonly OwnWager[] {
    const view = this.table.view;
    if (!view || this.wagers.length || this.table.pending.length || view.step !== 'betting') return [];
    const placed = (bet: string) => bet in view.limits || (bet === this.jackpot() && view.jackpot_bet_cents !== null);
    return this.last.filter((one) => placed(one.bet));
  }

  /** In their order, as far as the house still takes them; what needs a refused bet is not tried. */
  async repeat(): Promise<void> {
    const lost = new Set<number>();
    const round = this.table.view?.round;
    for (const wager of this.repeatable) {
      if (lost.has(wager.box)) continue;
      if (!(await this.place(wager, wager.cents, round)) && wager.box) lost.add(wager.box);
    }
  }

  get canDouble(): boolean {
    return this.table.view?.step === 'betting' && this.wagers.some((one) => this.room(one) > 0);
  }

  private room(wager: OwnWager): number {
    const limit = this.table.view?.limits[wager.bet];
    if (!limit || this.least(wager) === null) return 0;
    return Math.min(wager.cents, limit.maximum_cents - wager.cents);
  }

  async double(): Promise<void> {
    const round = this.table.view?.round;
    for (const wager of this.wagers) {
      const more = this.room(wager);
      if (more > 0 && !(await this.place(wager, more, round))) return;
    }
  }

  private tell(answer: Answer, title: string): void {
    if (answer.type === 'refused') {
      toasts.say('refused', title, sentence(saidBy(answer)), this.table.view?.game, answer.clauses);
    } else if (answer.type === 'paused') {
      toasts.say('refused', title, sentence(saidBy(answer)));
    }
  }
}

/** What the house says begins small and has no full stop; on a page it is a sentence. */
export function sentence(says: string): string {
  const text = says.trim();
  if (!text) return '';
  return common.ended(text[0].toUpperCase() + text.slice(1));
}

/** Sends any other command, and says so when it is refused. */
export async function send(table: TableState, command: AnyCommand, title: string): Promise<boolean> {
  const answer = await house.ask(table.name, command);
  if (answer.type === 'acknowledged') return true;
  const clauses = answer.type === 'refused' ? answer.clauses : [];
  toasts.say('refused', title, sentence(saidBy(answer)), table.view?.game, clauses);
  return false;
}
