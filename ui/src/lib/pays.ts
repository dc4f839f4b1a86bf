// How a pay table reads on a page.

import type { BetCard, GameCard, PayLine } from '../wire';
import { common } from '../text/common';
import { short } from './money';

/** 8 to 1; 1,250; the meter. */
export function paysOf(line: PayLine): string {
  if (line.odds) return common.to(line.odds);
  if (!line.award) return '';
  return Number.isNaN(Number(line.award)) ? common.wholeMeter : short(Math.round(Number(line.award) * 100));
}

export const winsOf = (bet: BetCard): readonly PayLine[] => bet.lines.filter((line) => line.result === 'win');

/** On a spot: one price, or the best of several. */
export function priceOf(bet: BetCard | undefined): string {
  const wins = bet ? winsOf(bet) : [];
  if (!wins.length) return '';
  const odds = wins.filter((line) => line.odds).map((line) => line.odds ?? '');
  const worth = (one: string): number => Number(one.split(':')[0]) / Number(one.split(':')[1]);
  const best = odds.sort((one, other) => worth(other) - worth(one))[0];
  if (!best) return common.jackpot;
  return odds.length > 2 ? common.upTo(common.to(best)) : common.to(best);
}

/** As many letters as the arc has room for. */
const ARC = 92;

/** Along the arc of the felt: the rules that decide money, then what other bets pay, as far as there is room. */
export function arcOf(card: GameCard, rules: readonly string[]): string {
  const told = new Set((card.felt ?? []).map((one) => one.bet));
  const others = card.bets
    .filter((bet) => !told.has(bet.name) && winsOf(bet).some((line) => line.odds) && bet.bonus_on === null)
    .map((bet) => `${bet.title} ${priceOf(bet)}`);
  const whole = [...rules, ...others].join(' · ');
  return whole.length <= ARC ? whole : rules.join(' · ');
}
