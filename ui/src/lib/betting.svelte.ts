// A player's hand on the chips: which chip, where it went, what to take back. What may be bet is the
// house's to say; this only remembers what was done.

import type { AnyCommand, OwnWager, Recalled, Taken } from '../wire';
import { money } from './money';
import { forRound } from './rounds';
import type { Answer, TableState } from './table.svelte';
import { house } from './house.svelte';
import { toasts } from './toasts.svelte';
import { language } from '../text/language.svelte';
import { terminal } from '../text/terminal';
import { saidBy } from '../text/said';
import { sentence } from '../text/sentence';

export const CHIPS = [1, 5, 25, 100, 500, 1000, 5000];

export type Spot = { readonly box: number; readonly bet: string };
type Placed = Spot & { readonly cents: number };
type Action = readonly Placed[];
export type SpotState = 'empty' | 'sent' | 'accepted' | 'refused';

const same = (one: Spot, other: Spot): boolean => one.box === other.box && one.bet === other.bet;
const STAYS_MS = 8000;

/** Why a chip was not sent: more than the spot still takes. */
export type Over = Spot & { readonly room: number; readonly most: number };

export class Betting {
  chip = $state(25);
  /** The spot that was refused last; it says so until the next action. */
  refused = $state.raw<Spot | null>(null);
  /** The spot on which the chosen chip would pass the maximum; a second tap places what fits. */
  over = $state.raw<Over | null>(null);
  /** The wager that was taken in part last. */
  part = $state.raw<readonly [string, string] | null>(null);
  /** The bets of the round before are placed by themselves when betting opens. */
  armed = $state(false);
  /** What was put down in this round, action by action, for undoing. */
  private done = $state.raw<readonly Action[]>([]);
  /** The wagers of the round before, for repeating. */
  last = $state.raw<readonly OwnWager[]>([]);
  private round = 0;
  /** A new round is seen before the player's own part of it is: until then the last one tells of the round before. */
  private known: TableState['own'] = null;
  private past = $state.raw<TableState['own']>(null);
  private lying = $state.raw<readonly OwnWager[]>([]);

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
      this.past = this.round && this.table.own === this.known ? this.known : null;
      if (this.lying.length) this.last = this.lying;
      this.round = view.round;
      this.done = [];
      this.refused = this.over = null;
    }
    this.known = this.table.own;
    if (view.step !== 'concluded') this.lying = this.wagers;
    // the house says what may be placed with one's own part of the round, which comes after the view
    if (this.armed && view.step === 'betting' && this.table.next.some(({ command }) => command.command === 'place')) {
      this.armed = false;
      void this.repeat();
    }
  }

  get wagers(): readonly OwnWager[] {
    const own = this.table.own;
    return own && own !== this.past ? own.part.wagers : [];
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

  /** What is still at stake: nothing once the round is settled. */
  get onTable(): number {
    return this.table.view?.step === 'concluded' ? 0 : this.total;
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

  /** No bets on the jackpot are taken for now. */
  get frozen(): boolean {
    return !!this.table.seen?.no_jackpot_bets;
  }

  /** What still fits on a spot below its maximum; none where an amount is prescribed. */
  room(spot: Spot): number | null {
    const limit = this.table.view?.limits[spot.bet];
    if (!limit || spot.bet === this.jackpot()) return null;
    return Math.max(0, limit.maximum_cents - this.lies(spot) - this.sent(spot));
  }

  /** Whether the chosen chip would pass the maximum of a spot. */
  passes(spot: Spot, cents = this.chip * 100): boolean {
    const room = this.room(spot);
    return room !== null && cents > room;
  }

  /** A chip on a spot. One that passes the maximum is not sent: a second tap places what fits. */
  async tap(spot: Spot, cents = this.chip * 100): Promise<boolean> {
    const room = this.room(spot);
    if (room === null || cents <= room) return this.place(spot, cents);
    const agreed = this.over && same(this.over, spot) && room > 0;
    if (agreed) return this.place(spot, room);
    this.refused = null;
    const over = { ...spot, room, most: this.table.view?.limits[spot.bet]?.maximum_cents ?? 0 };
    this.over = over;
    setTimeout(() => {
      if (this.over === over) this.over = null;
    }, STAYS_MS);
    return false;
  }

  /** An amount on a spot; a jackpot bet is what it is prescribed to be. */
  async place(spot: Spot, cents: number, round = this.table.view?.round): Promise<boolean> {
    const placed = await this.put(spot, cents, round);
    if (placed) this.note([placed]);
    return placed !== null;
  }

  private async put(spot: Spot, cents: number, round: number | undefined): Promise<Placed | null> {
    this.refused = this.over = this.part = null;
    const view = this.table.view;
    const prescribed = spot.bet === this.jackpot() ? view?.jackpot_bet_cents : null;
    const amount = prescribed ?? cents;
    const command: AnyCommand = { command: 'place', player: house.name, bet: spot.bet, cents: amount, box: spot.box };
    const answer = await house.ask(this.table.name, forRound(command, round));
    if (answer.type === 'acknowledged') {
      if (answer.taken) void this.tellPart(spot, answer.taken);
      return { box: spot.box, bet: spot.bet, cents: answer.taken?.cents ?? amount };
    }
    this.tell(answer, terminal.notAccepted(this.title(spot.bet), money(amount)));
    this.refused = spot;
    setTimeout(() => {
      if (this.refused === spot) this.refused = null;
    }, STAYS_MS);
    return null;
  }

  /** On the spot, and with its clauses. */
  private async tellPart(spot: Spot, { cents, refused_cents: back, clauses }: Taken): Promise<void> {
    const view = this.table.view;
    const { partSaid } = await language.with(import('./parts'), 'pages');
    const part = partSaid(this.title(spot.bet), cents, back, view?.limits[spot.bet]?.maximum_cents ?? 0);
    this.part = part;
    setTimeout(() => {
      if (this.part === part) this.part = null;
    }, STAYS_MS);
    toasts.say('info', ...part, view?.game, clauses);
  }

  private note(action: Action): void {
    if (action.length) this.done = [...this.done, action];
  }

  async takeBack(spot: Spot, cents: number | null = null, round = this.table.view?.round): Promise<void> {
    this.refused = this.over = null;
    const lying = this.lies(spot);
    const part = cents === null || cents >= lying ? null : cents;
    const command: AnyCommand = { command: 'withdraw', player: house.name, bet: spot.bet, box: spot.box, cents: part };
    const answer = await house.ask(this.table.name, forRound(command, round));
    if (answer.type !== 'acknowledged') this.tell(answer, terminal.staysLying(this.title(spot.bet)));
  }

  /** What was put on a spot last. */
  async takeOne(spot: Spot): Promise<void> {
    const of = this.done.findLastIndex((action) => action.some((one) => same(one, spot)));
    const cents = this.done[of]?.find((one) => same(one, spot))?.cents ?? null;
    this.done = this.done.map((action, at) => (at === of ? action.filter((one) => !same(one, spot)) : action));
    if (this.lies(spot)) await this.takeBack(spot, cents);
  }

  /** All that lies on a spot. */
  async takeAll(spot: Spot): Promise<void> {
    this.done = this.done.map((action) => action.filter((one) => !same(one, spot)));
    if (this.lies(spot)) await this.takeBack(spot);
  }

  get canUndo(): boolean {
    return this.done.some((action) => action.some((one) => this.mayTakeBack(one)));
  }

  /** A whole action: a chip, or all that Repeat, Double or a saved bet put down. */
  async undo(): Promise<void> {
    const at = this.done.findLastIndex((action) => action.some((one) => this.mayTakeBack(one)));
    if (at < 0) return;
    const action = this.done[at];
    this.done = this.done.slice(0, at);
    const round = this.table.view?.round;
    // side bets first: a box without its main bet keeps none
    for (const one of [...action].reverse()) {
      if (this.lies(one)) await this.takeBack(one, one.cents, round);
    }
  }

  get canClear(): boolean {
    return this.wagers.some((one) => this.mayTakeBack(one));
  }

  async clear(): Promise<void> {
    if (this.table.pending.some(({ command }) => command.command === 'withdraw')) return;
    this.done = [];
    const round = this.table.view?.round;
    for (const wager of [...this.wagers].reverse()) {
      if (this.mayTakeBack(wager)) await this.takeBack(wager, null, round);
    }
  }

  /** After a fresh start the house's own record says what was bet last. */
  remember(rounds: readonly Recalled[]): void {
    if (this.last.length || this.lying.length) return;
    const over = this.table.view?.step === 'concluded';
    const past = rounds.find((one) => one.table === this.table.name && (over || one.round !== this.round));
    if (past) this.last = past.wagers.map(({ box, bet, cents }) => ({ box: box ?? 0, bet, cents }));
  }

  /** What was placed before the last deal, as far as it may be placed again: never what a decision made. */
  get repeatable(): readonly OwnWager[] {
    const view = this.table.view;
    if (!view) return [];
    const placed = (bet: string) => bet in view.limits || (bet === this.jackpot() && !this.frozen);
    const all = view.step === 'betting' || !this.lying.length ? this.last : this.lying;
    return all.filter((one) => placed(one.bet));
  }

  /** A jackpot bet lay among the last ones. */
  get lacksJackpot(): boolean {
    return [...this.lying, ...this.last].some((one) => one.bet === this.jackpot());
  }

  /** Of these, what does not lie yet. */
  private get missing(): readonly OwnWager[] {
    if (this.table.view?.step !== 'betting' || this.table.pending.length) return [];
    return this.repeatable
      .map((one) => ({ ...one, cents: one.cents - this.lies(one) }))
      .filter((one) => one.cents > 0 && !(one.bet === this.jackpot() && this.lies(one)));
  }

  get canRepeat(): boolean {
    return this.missing.length > 0;
  }

  async repeat(): Promise<void> {
    await this.placeAll(this.missing);
  }

  /** In their order, as far as the house takes them; what needs a refused bet is not tried. One action. */
  async placeAll(wagers: readonly OwnWager[]): Promise<void> {
    const round = this.table.view?.round;
    const lost = new Set<number>();
    const action: Placed[] = [];
    for (const wager of wagers) {
      if (lost.has(wager.box)) continue;
      const placed = await this.put(wager, wager.cents, round);
      if (placed) action.push(placed);
      else if (wager.box) lost.add(wager.box);
    }
    this.note(action);
  }

  get canDouble(): boolean {
    const { view, pending } = this.table;
    return view?.step === 'betting' && !pending.length && this.wagers.some((one) => this.more(one) > 0);
  }

  /** By how much a wager can be doubled. */
  private more(wager: OwnWager): number {
    if (!(wager.bet in (this.table.view?.limits ?? {})) || this.least(wager) === null) return 0;
    return Math.min(wager.cents, this.room(wager) ?? 0);
  }

  async double(): Promise<void> {
    if (!this.canDouble) return;
    const more = this.wagers.map((one) => ({ ...one, cents: this.more(one) }));
    await this.placeAll(more.filter((one) => one.cents > 0));
  }

  private tell(answer: Answer, title: string): void {
    if (answer.type === 'refused') {
      toasts.say('refused', title, sentence(saidBy(answer)), this.table.view?.game, answer.clauses);
    } else if (answer.type === 'paused') {
      toasts.say('refused', title, sentence(saidBy(answer)));
    }
  }
}

/** Sends any other command, unless it is on its way, and says so when it is refused. */
export async function send(table: TableState, command: AnyCommand, title: string): Promise<boolean> {
  if (table.isAsked(command)) return false;
  const answer = await house.ask(table.name, command);
  if (answer.type === 'acknowledged') return true;
  const clauses = answer.type === 'refused' ? answer.clauses : [];
  toasts.say('refused', title, sentence(saidBy(answer)), table.view?.game, clauses);
  return false;
}
