// The rules that stand on every felt, from the game's own value.

import type { FeltRule, GameCard } from '../wire';
import { felt } from '../text/felt';
import { common } from '../text/common';

export type SaidRule = { readonly says: string; readonly clauses: readonly string[] };

/** Each as a sentence with its clauses; what several bets share is said once. */
export function feltSaid(card: GameCard): readonly SaidRule[] {
  const rules = card.felt ?? [];
  const plain = new Set(rules.filter((one) => one.rule === 'pays' && one.points === null).map((one) => one.odds));
  const said = rules.map((one) => ({ says: saidOf(card, one, plain.size === 1), clauses: one.clauses }));
  return said.filter((one, at) => one.says && said.findIndex(({ says }) => says === one.says) === at);
}

export const feltRules = (card: GameCard): readonly string[] => feltSaid(card).map((one) => one.says);

function saidOf(card: GameCard, rule: FeltRule, alike: boolean): string {
  if (rule.rule === 'qualifies') return felt.qualifies(rule.rank ?? '');
  if (rule.rule === 'meter') return felt.meter(rule.event ?? '');
  const odds = common.to(rule.odds ?? '');
  const several = new Set(card.felt.filter((one) => one.rule === 'pays').map((one) => one.bet)).size > 1;
  const title = card.bets.find((one) => one.name === rule.bet)?.title ?? '';
  if (rule.points !== null) return several ? felt.winOfOn(title, rule.points, odds) : felt.winOn(rule.points, odds);
  return alike ? felt.win(odds) : felt.winOf(title, odds);
}
