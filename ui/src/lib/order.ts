// What an order of cards is made of, worked out in the browser: docs/fairness.md says the same in words.

import type { PlayerSeed } from '../wire';

const RANKS = '23456789TJQKA';
const SUITS = 'cdhs';
/** A pack before it is shuffled. */
const PACK = [...SUITS].flatMap((suit) => [...RANKS].map((rank) => rank + suit));
const BYTE = 256;

const text = (parts: readonly unknown[]) => new TextEncoder().encode(JSON.stringify(parts));
export const hex = (bytes: Uint8Array): string => [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
const fromHex = (digits: string): Uint8Array<ArrayBuffer> =>
  new Uint8Array((digits.match(/../g) ?? []).map((pair) => parseInt(pair, 16)));

/** SHA-256 over a JSON array without spaces. */
export async function digest(...parts: readonly unknown[]): Promise<string> {
  return hex(new Uint8Array(await crypto.subtle.digest('SHA-256', text(parts))));
}

export const houseCommitment = (table: string, number: number, decks: number, seed: string, salt: string) =>
  digest('croupier/house-seed/1', table, number, decks, seed, salt);

export const playerCommitment = (shoe: string, seed: string, salt: string) =>
  digest('croupier/player-seed/1', shoe, seed, salt);

export const listDigest = (seeds: readonly Pick<PlayerSeed, 'seed' | 'salt'>[]) =>
  digest(
    'croupier/seed-list/1',
    seeds.map(({ seed, salt }) => [seed, salt]),
  );

export type Mix = {
  readonly table: string;
  readonly number: number;
  readonly decks: number;
  readonly seed: string;
  readonly seeds: readonly Pick<PlayerSeed, 'seed' | 'salt'>[];
};

/** HMAC-SHA-256 under the house's seed, block by block. */
async function stream(mix: Mix): Promise<(size: number) => Promise<number>> {
  const name = { name: 'HMAC', hash: 'SHA-256' };
  const key = await crypto.subtle.importKey('raw', fromHex(mix.seed), name, false, ['sign']);
  const list = await listDigest(mix.seeds);
  let left: number[] = [];
  let block = 0;
  return async (size) => {
    while (left.length < size) {
      const message = text(['croupier/order/1', mix.table, mix.number, list, '', block++]);
      left.push(...new Uint8Array(await crypto.subtle.sign('HMAC', key, message)));
    }
    const taken = left.slice(0, size);
    left = left.slice(size);
    return taken.reduce((sum, byte) => sum * BYTE + byte, 0);
  };
}

/** Fisher and Yates from the last card down; a number that would favour some cards is drawn again. */
export async function orderOf(mix: Mix): Promise<readonly string[]> {
  const next = await stream(mix);
  const cards = Array.from({ length: mix.decks }, () => PACK).flat();
  for (let last = cards.length - 1; last > 0; last--) {
    const size = last < BYTE ? 1 : 2;
    const even = BYTE ** size - (BYTE ** size % (last + 1));
    let drawn = await next(size);
    while (drawn >= even) drawn = await next(size);
    const other = drawn % (last + 1);
    [cards[last], cards[other]] = [cards[other], cards[last]];
  }
  return cards;
}
