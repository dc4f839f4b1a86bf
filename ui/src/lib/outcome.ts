// What came of a round, in the house's own words: which hands met, what each spot shows, what others did.

import type { AnyEvent, BoxView, Recalled, SettledLine, View } from '../wire';
import { common } from '../text/common';
import { terminal } from '../text/terminal';
import { signsOf } from './signs';
import { money, short, signed, signedShort } from './money';

export type Outcome = { readonly tone: 'won' | 'lost' | 'back'; readonly told: string };

export const netOf = (lines: readonly SettledLine[]): number =>
  lines.reduce((sum, line) => sum + line.back_cents - line.stake_cents, 0);

export const toneOf = (net: number): 'win' | 'lose' | 'push' => (net > 0 ? 'win' : net < 0 ? 'lose' : 'push');

/** A round on record that has ended; one in play is on record, too. */
export const isOver = (round: Recalled): boolean => round.voided || round.results.length > 0;

/** What a spot shows once its lines are settled. */
export function outcomeOf(lines: readonly SettledLine[]): Outcome | null {
  if (!lines.length) return null;
  const net = netOf(lines);
  if (net === 0) return { tone: 'back', told: common.returned };
  return { tone: net > 0 ? 'won' : 'lost', told: signedShort(net) };
}

export const inBrief = (cents: number): string => (cents ? signedShort(cents) : money(0));

/** Lines of the same box together, within it in the order of the pay table. */
export function byBox(
  lines: readonly SettledLine[],
  bets: readonly string[] = [],
): { box: number; lines: SettledLine[] }[] {
  const found: { box: number; lines: SettledLine[] }[] = [];
  const placeOf = (line: SettledLine): number => (bets.indexOf(line.bet) + bets.length + 1) % (bets.length + 1);
  for (const line of [...lines].sort((one, other) => placeOf(one) - placeOf(other))) {
    const last = found.find((one) => one.box === line.box);
    if (last) last.lines.push(line);
    else found.push({ box: line.box, lines: [line] });
  }
  return found.sort((one, other) => orderOf(lines, one.box) - orderOf(lines, other.box));
}

const orderOf = (lines: readonly SettledLine[], box: number): number => lines.findIndex((line) => line.box === box);

/** Both hands of a box in one sentence, with their cards; nothing while one of them is not known. */
export function handsMet(view: View, box: BoxView | undefined): string {
  if (!box) return '';
  if (box.decision === 'fold') return terminal.foldedHand;
  if (!box.hand || !view.dealer_hand) return '';
  return terminal.against(named(box.cards, box.hand), named(view.dealer, view.dealer_hand));
}

const named = (cards: string, hand: string): string => common.listed([signsOf(cards).join(' '), hand].filter(Boolean));

/** Who else has money on a box, and how much. */
export function othersOn(box: BoxView, me: string): string {
  const sums = new Map<string, number>();
  for (const one of box.wagers) {
    if (one.player !== me && one.player !== box.seated) {
      sums.set(one.player, (sums.get(one.player) ?? 0) + one.cents);
    }
  }
  const all = [...sums];
  if (!all.length) return '';
  if (all.length === 1) return terminal.standing(all[0][0], short(all[0][1]));
  const total = all.reduce((sum, [, cents]) => sum + cents, 0);
  return terminal.severalStanding(all.length, short(total));
}

/**
 * What happened while the line was down, as far as it concerns this player: by the round that he left
 * with bets on it, as the house has it on record, or else by the events that it still tells.
 */
export function meanwhile(events: readonly AnyEvent[], me: string, left: Recalled | null = null): string {
  const said: string[] = [];
  let settled = 0;
  let net: number | null = null;
  for (const event of events) {
    if (event.event === 'round-settled') {
      settled += 1;
      const mine = event.lines.filter((line) => line.player === me);
      if (mine.length) net = (net ?? 0) + netOf(mine);
    } else if (event.event === 'round-voided' && !left) said.push(terminal.awayVoided);
    else if (event.event === 'options-offered' && event.offers.some((one) => one.player === me))
      said.push(terminal.awayOptions);
    else if (event.event === 'decided' && event.player === me && event.by !== me)
      said.push(terminal.awayDecided(event.box));
  }
  if (left?.voided) said.unshift(terminal.awayVoided);
  else if (left) said.unshift(terminal.awaySettled(Math.max(1, settled), signedOrNone(netOf(left.results))));
  else if (settled) said.unshift(terminal.awaySettled(settled, net === null ? '' : signedOrNone(net)));
  if (events.at(-1)?.event === 'betting-opened') said.push(terminal.awayOpen);
  return common.sentences(said) || (events.length ? terminal.awaySome : terminal.awayNothing);
}

const signedOrNone = (net: number): string => (net ? signed(net) : money(0));
