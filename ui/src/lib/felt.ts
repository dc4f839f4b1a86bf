// The rules that stand on every felt, from the game's own value.

import type { FeltRule, GameCard } from '../wire';
import { felt } from '../text/felt';
import { common } from '../text/common';

/** Each as a sentence; what several bets share is said once. */
export function feltRules(card: GameCard): readonly string[] {
  const rules = card.felt ?? [];
  const plain = new Set(rules.filter((one) => one.rule === 'pays' && one.points === null).map((one) => one.odds));
  const said = rules.map((one) => saidOf(card, one, plain.size === 1));
  return [...new Set(said)].filter(Boolean);
}

function saidOf(card: GameCard, rule: FeltRule, alike: boolean): string {
  if (rule.rule === 'qualifies') return felt.qualifies(rule.rank ?? '');
  if (rule.rule === 'meter') return felt.meter(rule.event ?? '');
  const odds = common.to(rule.odds ?? '');
  const several = new Set(card.felt.filter((one) => one.rule === 'pays').map((one) => one.bet)).size > 1;
  const title = card.bets.find((one) => one.name === rule.bet)?.title ?? '';
  if (rule.points !== null) return several ? felt.winOfOn(title, rule.points, odds) : felt.winOn(rule.points, odds);
  return alike ? felt.win(odds) : felt.winOf(title, odds);
}
