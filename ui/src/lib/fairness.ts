// A shoe checked in the browser itself: the commitment against what was revealed, the cards against the order.

import type { ShoeRecord } from '../wire';

export type Finding =
  | { readonly what: 'commitment' }
  | { readonly what: 'packs'; readonly decks: number }
  | { readonly what: 'sealed-late'; readonly round: number }
  | { readonly what: 'cards'; readonly round: number; readonly came: string; readonly wanted: string };

export type Check = {
  /** As it is worked out here, from the order and the salt. */
  readonly computed: string;
  readonly findings: readonly Finding[];
  /** Cards of the rounds that were held against the order. */
  readonly cards: number;
};

/** Browsers hash only for pages that came over HTTPS or from this very machine. */
export const canHash = (): boolean => globalThis.isSecureContext !== false && !!globalThis.crypto?.subtle;

/** SHA-256 over a JSON array without spaces: the shoe, its packs, the order, the salt. */
export async function commitmentOf(shoe: string, decks: number, order: string, salt: string): Promise<string> {
  const bytes = new TextEncoder().encode(JSON.stringify([shoe, decks, order, salt]));
  const digest = await crypto.subtle.digest('SHA-256', bytes);
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Whether an order is so many whole packs: as many different cards as a pack has, each as often as there are packs. */
export function isWholePacks(order: readonly string[], decks: number): boolean {
  const times = new Map<string, number>();
  for (const card of order) times.set(card, (times.get(card) ?? 0) + 1);
  return times.size === 52 && [...times.values()].every((found) => found === decks);
}

/** Everything that does not hold of a shoe that has ended; nothing when all was dealt as sealed. */
export async function checked({ shoe, rounds }: ShoeRecord): Promise<Check> {
  const findings: Finding[] = [];
  const order = shoe.order.split(' ');
  const computed = await commitmentOf(shoe.shoe, shoe.decks, shoe.order, shoe.salt);
  if (computed !== shoe.commitment) findings.push({ what: 'commitment' });
  if (!isWholePacks(order, shoe.decks)) findings.push({ what: 'packs', decks: shoe.decks });
  let next = 0;
  for (const { round, opened, drawn } of rounds) {
    if (opened.position < shoe.sealed.position) findings.push({ what: 'sealed-late', round });
    for (const { cards: came } of drawn) {
      const number = came.split(' ').length;
      const wanted = order.slice(next, next + number).join(' ');
      if (came !== wanted) findings.push({ what: 'cards', round, came, wanted });
      next += number;
    }
  }
  return { computed, findings, cards: next };
}
