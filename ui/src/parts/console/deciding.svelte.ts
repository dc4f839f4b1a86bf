// What whoever rules fills in: what was found, an order of cards, which way out.

import type { Remedy, Rule, ToRule } from '../../wire';
import { signOf } from '../../lib/signs';

export type Value = boolean | number | string;

/** Cards that nobody has read are named by where they lie. */
export const isPlace = (card: string): boolean => /^\d+$/.test(card);
export const orderedSaid = (card: string): string => (isPlace(card) ? card : signOf(card));

export class Deciding {
  private found = $state.raw<Readonly<Record<string, Value>>>({});
  /** Places in the ruling's list of cards: of several packs the same card may lie there twice. */
  private picked = $state.raw<readonly number[]>([]);
  chosen = $state<Remedy[]>([]);
  shoe = $state(false);
  jackpot = $state('');

  constructor(private readonly ruling: () => ToRule) {}

  finding(fact: string, suggested: Value): Value {
    return this.found[fact] ?? suggested;
  }

  find(fact: string, value: Value, suggested: Value): void {
    const { [fact]: _, ...others } = this.found;
    this.found = value === suggested ? others : { ...others, [fact]: value };
  }

  /** Two cards are ordered by naming the first; of more the last one follows by itself, too. */
  get order(): readonly number[] {
    const all = this.ruling().order.map((_, at) => at);
    const left = all.filter((at) => !this.picked.includes(at));
    return left.length === 1 ? [...this.picked, ...left] : this.picked;
  }

  pick(at: number): void {
    if (this.picked.includes(at)) this.picked = this.picked.filter((one) => one !== at);
    else this.picked = this.ruling().order.length === 2 ? [at] : [...this.picked, at];
  }

  get isComplete(): boolean {
    const { order, choices, jackpot } = this.ruling();
    return (
      this.order.length === order.length &&
      (!choices.length || this.chosen.length > 0) &&
      (!jackpot.length || this.jackpot !== '')
    );
  }

  command(reason: string): Rule {
    const { number, order, choices } = this.ruling();
    return {
      command: 'rule',
      about: number,
      reason,
      remedies: choices.length ? this.chosen : null,
      order: this.order.map((at) => order[at]).join(' '),
      replace_shoe: this.shoe,
      jackpot: this.jackpot || null,
      facts: this.found,
    };
  }
}
