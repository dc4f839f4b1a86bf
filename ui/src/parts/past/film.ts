// The steps of a replay, as the house tells them: what each is called, to which phase it belongs, how long it stands.

import type { AnyEvent, Happening, Laid, Replay, Scene, SettledLine } from '../../wire';
import { say } from '../../text/said';
import { happeningSaid } from '../console/tell';
import { count, money, signed } from '../../lib/money';
import { netOf } from '../../lib/outcome';
import { past } from '../../text/past';
import { signsOf } from '../../lib/signs';
import { common } from '../../text/common';

export type Phase = keyof typeof past.phases;
export type Step = {
  /** The entry of the journal that it comes from. */
  readonly position: number;
  readonly at: number;
  readonly phase: Phase;
  readonly title: string;
  readonly says: string;
  readonly clauses: readonly string[];
  readonly scene: Scene;
  /** The lines that are settled by now. */
  readonly lines: readonly SettledLine[];
};
export type Segment = { readonly phase: Phase; readonly first: number; readonly last: number };

const BURNT = -1;
const DEALER = 0;
const NOTHING: Scene = { hands: [], chips: [] };
/** A longer wait is not waited for again; a shorter one is long enough to be seen. */
export const LONGEST_MS = 2000;
export const SHORTEST_MS = 400;

const PHASE: Partial<Record<AnyEvent['event'], Phase>> = {
  'betting-opened': 'open',
  'wager-placed': 'bets',
  'wager-withdrawn': 'bets',
  'betting-closed': 'closed',
  'cards-dealt': 'deal',
  'hand-examined': 'look',
  'look-declined': 'look',
  'hand-returned': 'compare',
  decided: 'decide',
  'dealer-exposed': 'turn',
  'round-settled': 'paid',
  'round-voided': 'ruling',
  'irregularity-reported': 'ruling',
  'ruling-made': 'ruling',
  'settlement-reversed': 'ruling',
};

export class Film {
  readonly steps: readonly Step[];
  readonly segments: readonly Segment[];
  private scene = NOTHING;
  private phase: Phase = 'open';
  private closed = false;
  private lines: readonly SettledLine[] = [];

  constructor(
    readonly told: Replay,
    private readonly me: string,
    private readonly title: (bet: string) => string,
  ) {
    this.steps = told.happened.flatMap((one) => this.stepsOf(one));
    this.segments = segmentsOf(this.steps);
  }

  /** How long a step stands before the next one, at the true pace. */
  waits(at: number): number {
    const now = this.steps[at];
    const next = this.steps[at + 1];
    if (!now || !next) return 0;
    return Math.min(LONGEST_MS, Math.max(SHORTEST_MS, next.at - now.at));
  }

  /** From the beginning of the round, in milliseconds. */
  since(at: number): number {
    return (this.steps[at]?.at ?? 0) - (this.steps[0]?.at ?? 0);
  }

  private stepsOf(one: Happening): Step[] {
    const event = one.event as AnyEvent;
    this.scene = one.scene ?? this.scene;
    if (event.event === 'betting-closed') this.closed = true;
    if (event.event === 'round-settled') return this.settled(one, event.lines);
    if (event.event === 'settlement-reversed' || event.event === 'round-voided') this.lines = [];
    this.phase = this.phaseOf(event);
    return [this.step(one, this.called(one, event), this.saysOf(event))];
  }

  private phaseOf(event: AnyEvent): Phase {
    const found = PHASE[event.event];
    const decides = this.told.happened.some((one) => one.event.event === 'decided');
    if (this.closed && (found === 'bets' || found === 'look') && decides) return 'decide';
    if (found === 'bets' && this.closed) return this.phase;
    if (event.event === 'cards-dealt' && this.isThird(event.to)) return 'third';
    return found ?? this.phase;
  }

  private isThird(place: number): boolean {
    return this.told.drawn_by_tableau && place !== BURNT && (this.cardsOf(place)?.length ?? 0) > 2;
  }

  private laid = (place: number): Laid | undefined => this.scene.hands.find((hand) => hand.place === place);
  private cardsOf = (place: number): string[] | undefined => this.laid(place)?.cards.split(' ').filter(Boolean);

  private step(one: Happening, title: string, says: string, clauses = one.event.clauses): Step {
    const { scene, lines, phase } = this;
    return { position: one.position, at: one.at, phase, title, says, clauses, scene, lines };
  }

  /** Each box that is compared, then all that is paid. */
  private settled(one: Happening, lines: readonly SettledLine[]): Step[] {
    const steps: Step[] = [];
    this.phase = 'compare';
    for (const box of [...new Set(lines.map((line) => line.box))]) {
      const here = lines.filter((line) => line.box === box);
      this.lines = [...this.lines, ...here];
      const clauses = [...new Set(here.flatMap((line) => line.clauses))];
      steps.push(this.step(one, this.compared(box, here), reasons(here, this.title), clauses));
    }
    this.phase = 'paid';
    const mine = lines.filter((line) => line.player === this.me);
    const says = mine.length ? past.yourNet(signed(netOf(mine))) : '';
    return [...steps, this.step(one, past.paid, says)];
  }

  private compared(box: number, lines: readonly SettledLine[]): string {
    if (this.told.drawn_by_tableau) {
      const player = this.laid(1)?.points;
      const banker = this.laid(DEALER)?.points;
      return player == null || banker == null ? past.yourBets : past.bothHands(player, banker);
    }
    const hand = this.laid(box)?.hand ?? (this.laid(box)?.is_open ? past.aHand : past.folded);
    const [lead] = lines;
    const says = past.compare[lead.result as keyof typeof past.compare] ?? past.compare.push;
    return says(past.seat(box), hand);
  }

  private who = (name: string): { name: string; mine: boolean } => ({ name, mine: name === this.me });

  private place(place: number): string {
    if (this.told.drawn_by_tableau) return place === DEALER ? past.places.banker : past.places.player;
    return place === DEALER ? past.places.dealer : past.places.box(place);
  }

  private called(one: Happening, event: AnyEvent): string {
    switch (event.event) {
      case 'betting-opened':
        return past.opens(count(event.round));
      case 'wager-placed':
        return past.bets(this.who(event.player), money(event.cents), this.title(event.bet));
      case 'wager-withdrawn':
        return past.takesBack(this.who(event.player), money(event.cents), this.title(event.bet));
      case 'wager-returned':
        return past.givenBack(this.who(event.player), money(event.cents), this.title(event.bet));
      case 'betting-closed':
        return past.noMoreBets;
      case 'cards-dealt': {
        const cards = event.cards.split(' ').length;
        if (event.to === BURNT) return past.burnt(cards);
        return this.isThird(event.to) ? past.thirdTo(this.place(event.to)) : past.cardsTo(cards, this.place(event.to));
      }
      case 'hand-examined':
        return past.looks(this.who(event.player), event.box);
      case 'look-declined':
        return past.looksNot(this.who(event.player), event.box);
      case 'decided':
        return (event.choice === 'fold' ? past.folds : past.plays)(this.who(event.player), event.box);
      case 'hand-returned':
        return past.opened(event.box);
      case 'dealer-exposed':
        return past.dealerTurns(event.cards.split(' ').length);
      case 'round-voided':
        return past.voided;
      case 'settlement-reversed':
        return past.reversed;
      case 'round-concluded':
        return past.concluded;
      default:
        return happeningSaid(one, this.told.drawn_by_tableau, this.title);
    }
  }

  /** What a hand makes, once it is seen. */
  private saysOf(event: AnyEvent): string {
    const places: Partial<Record<AnyEvent['event'], number>> = {
      'dealer-exposed': DEALER,
      'hand-examined': 'box' in event ? (event.box as number) : DEALER,
      'hand-returned': 'box' in event ? (event.box as number) : DEALER,
      'cards-dealt': 'to' in event ? event.to : DEALER,
    };
    const place = places[event.event];
    if (place === undefined || place === BURNT) return '';
    const laid = this.laid(place);
    if (!laid || laid.cards.includes('??')) return '';
    const cards = signsOf(laid.cards).join(' ');
    const hand = laid.hand ?? (laid.points === null ? '' : String(laid.points));
    return hand ? past.makes(cards, hand) : cards;
  }
}

const reasons = (lines: readonly SettledLine[], title: (bet: string) => string): string =>
  common.sentences(
    lines.map((line) => common.of(title(line.bet), line.because ? say(line.because) : common.ended(line.event))),
  );

function segmentsOf(steps: readonly Step[]): Segment[] {
  const found: { phase: Phase; first: number; last: number }[] = [];
  steps.forEach(({ phase }, at) => {
    const before = found.at(-1);
    if (before?.phase === phase) before.last = at;
    else found.push({ phase, first: at, last: at });
  });
  return found;
}
