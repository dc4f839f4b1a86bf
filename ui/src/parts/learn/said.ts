// What is taught, in words: rules by their code, and what the bets of an example came to.

import type { BetCard, TaughtRule, TaughtLine, ThirdCard } from '../../wire';
import { winsOf } from '../../lib/pays';
import { learn } from '../../text/learn';
import { common } from '../../text/common';

/** A rule in the language spoken; nothing where it has no words there. */
export const ruleSaid = (rule: TaughtRule): string => learn.rule[rule.code]?.(rule.facts) ?? '';

/** The title and the sentence of a step. */
export const stepSaid = (rule: TaughtRule): readonly string[] => learn.step[rule.code]?.(rule.facts) ?? ['', ''];

/** When a bet wins: in a sentence, or by the names of the lines that pay. */
export const winsSaid = (bet: BetCard): string =>
  (bet.wins && ruleSaid(bet.wins)) ||
  winsOf(bet)
    .map((line) => line.event)
    .join(' · ');

export function lineSaid(line: TaughtLine, title: (bet: string) => string, money: (cents: number) => string): string {
  const [name, stake] = [title(line.bet), money(line.stake_cents)];
  const net = line.back_cents - line.stake_cents;
  if (!line.stake_cents) return learn.pays1(name, money(net));
  if (line.result === 'win') return learn.wins(name, stake, money(net));
  return line.result === 'lose' ? learn.loses(name, stake) : learn.comesBack(name, stake);
}

export const linesSaid = (
  lines: readonly TaughtLine[],
  title: (bet: string) => string,
  money: (cents: number) => string,
): string => common.sentences(lines.map((line) => lineSaid(line, title, money)));

/** Why third cards came, each reason once. */
export const thirdsSaid = (thirds: readonly ThirdCard[]): string[] => [...new Set(thirds.map(thirdSaid))];

export function thirdSaid(third: ThirdCard): string {
  if (third.natural) return learn.natural;
  const side = learn[third.side];
  const drew = third.card !== '';
  return third.after === null
    ? learn.third(side, third.points, drew)
    : learn.thirdAfter(side, third.points, third.after, drew);
}
