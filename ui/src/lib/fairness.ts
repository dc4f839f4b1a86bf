// A shoe checked in the browser itself: the commitments against what was revealed, the order against the
// seeds, the cards against the order.

import type { ShoePromise, ShoeRecord } from '../wire';
import { houseCommitment, orderOf, playerCommitment } from './order';

export type Finding =
  | { readonly what: 'commitment' }
  | { readonly what: 'promise' }
  | { readonly what: 'seed'; readonly number: number; readonly why: 'early' | 'late' | 'opened' | 'other' }
  | { readonly what: 'seeds' }
  | { readonly what: 'order' }
  | { readonly what: 'packs'; readonly decks: number }
  | { readonly what: 'sealed-late'; readonly round: number }
  | { readonly what: 'cards'; readonly round: number; readonly came: string; readonly wanted: string }
  | { readonly what: 'paid'; readonly bet: string }
  | { readonly what: 'log'; readonly why: 'covers' | 'signature' | 'path' | 'hash' };

/** The steps of a proof, and what can be wrong in each. */
export const STEPS = {
  house: ['commitment', 'promise', 'sealed-late'],
  players: ['seed', 'seeds'],
  order: ['order', 'packs'],
  cards: ['cards'],
  paid: ['paid'],
  record: ['log'],
} as const satisfies Record<string, readonly Finding['what'][]>;
export type Step = keyof typeof STEPS;

export type Check = {
  /** The commitment as it is worked out here. */
  readonly computed: string;
  readonly findings: readonly Finding[];
  /** Cards of the rounds that were held against the order. */
  readonly cards: number;
};

/** Browsers hash only for pages that came over HTTPS or from this very machine. */
export const canHash = (): boolean => globalThis.isSecureContext !== false && !!globalThis.crypto?.subtle;

export const numberOf = (shoe: string): number => Number(/-(\d{1,12})$/.exec(shoe)?.[1] ?? 0);

/** Whether an order is so many whole packs: as many different cards as a pack has, each as often as there are packs. */
export function isWholePacks(order: readonly string[], decks: number): boolean {
  const times = new Map<string, number>();
  for (const card of order) times.set(card, (times.get(card) ?? 0) + 1);
  return times.size === 52 && [...times.values()].every((found) => found === decks);
}

export const openedOf = (promise: ShoePromise | null) => promise?.seeds.filter((one) => one.opened) ?? [];

/** Players' seeds: each after the house's commitment, none after the closing, all as they were committed to. */
export async function wrongSeeds(promise: ShoePromise, used: readonly string[], sealed: number): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const [at, one] of promise.seeds.entries()) {
    const wrong = (why: 'early' | 'late' | 'opened' | 'other') => findings.push({ what: 'seed', number: at + 1, why });
    const closed = promise.closed?.position ?? -1;
    if (one.committed.position < promise.committed.position) wrong('early');
    if (one.committed.position > closed) wrong('late');
    if (!one.opened) continue;
    if (one.opened.position < closed || one.opened.position > sealed) wrong('opened');
    if ((await playerCommitment(promise.shoe, one.seed, one.salt)) !== one.commitment) wrong('other');
  }
  const opened = openedOf(promise).map((one) => one.commitment);
  if (opened.join() !== used.join()) findings.push({ what: 'seeds' });
  return findings;
}

async function wrongSource({ table, shoe, promise }: ShoeRecord): Promise<[string, Finding[]]> {
  const findings: Finding[] = [];
  const number = numberOf(shoe.shoe);
  const computed = await houseCommitment(table, number, shoe.decks, shoe.seed, shoe.salt);
  if (!promise) {
    findings.push({ what: 'promise' });
    if (computed !== shoe.commitment) findings.push({ what: 'commitment' });
    return [computed, findings];
  }
  const early = promise.committed.position < shoe.sealed.position;
  if (computed !== shoe.commitment || shoe.commitment !== promise.commitment || !early) {
    findings.push({ what: 'commitment' });
  }
  findings.push(...(await wrongSeeds(promise, shoe.seeds, shoe.sealed.position)));
  const order = shoe.order.split(' ');
  if (order.length === 52 * shoe.decks) {
    const seeds = openedOf(promise);
    const made = await orderOf({ table, number, decks: shoe.decks, seed: shoe.seed, seeds });
    if (made.join(' ') !== shoe.order) findings.push({ what: 'order' });
  }
  return [computed, findings];
}

/** Everything that does not hold of a shoe that has ended; nothing when all was dealt as sealed. */
export async function checked(record: ShoeRecord): Promise<Check> {
  const { shoe, rounds } = record;
  const order = shoe.order.split(' ');
  const [computed, findings] = await wrongSource(record);
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

/** A commitment that somebody kept: the whole of it, or its two ends as a table shows them. */
export function keptIs(kept: string, commitment: string): 'same' | 'ends' | 'other' {
  const typed = kept.trim().toLowerCase();
  if (typed === commitment) return 'same';
  const [, first, last] = /^([0-9a-f]{4,})\s*(?:…|\.{2,3})\s*([0-9a-f]{4,})$/.exec(typed) ?? [];
  return first && commitment.startsWith(first) && commitment.endsWith(last) ? 'ends' : 'other';
}

/** What is wrong in one step. */
export const wrongIn = (check: Check, step: Step): readonly Finding[] =>
  check.findings.filter(({ what }) => (STEPS[step] as readonly string[]).includes(what));
