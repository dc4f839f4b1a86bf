// In words: a wager that was taken in part, and one that went back or was not taken without being asked for.

import type { AnyEvent } from '../wire';
import { money } from './money';
import { toasts } from './toasts.svelte';
import { aside } from '../text/aside';

/** What it says on the spot; the notice has the clauses, too. */
export function partSaid(bet: string, taken: number, back: number, most: number): [string, string] {
  return [aside.partTitle(bet, money(taken)), aside.partSays(money(back), most ? money(most) : '')];
}

export function tellReturned(
  events: readonly AnyEvent[],
  who: string,
  title: (bet: string) => string,
  game: string,
): void {
  for (const one of events) {
    if (one.event !== 'wager-returned' && one.event !== 'excess-rejected') continue;
    if (one.player !== who || one.by === who) continue;
    const says = one.event === 'wager-returned' ? aside.goesBack : aside.notTaken;
    toasts.say('info', says(title(one.bet), money(one.cents)), '', game, one.clauses);
  }
}
