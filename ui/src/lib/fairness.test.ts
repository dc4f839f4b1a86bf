import { describe, expect, it } from 'vitest';
import type { PlayerSeed, ShoePromise, ShoeRecord } from '../wire';
import { checked, isWholePacks, keptIs, wrongIn } from './fairness';
import seeded from './fairness.seeds.golden.json';
import { orderOf } from './order';

// The file has a shoe of the house itself; tests/server/shoes/test_fairness_page.py checks it.

const when = (position: number) => ({ position, at: 1000 + position });

describe('a commitment that somebody kept', () => {
  const all = `f7b4${'0'.repeat(56)}28ef`;
  it.each([
    [all, 'same'],
    [` ${all.toUpperCase()} `, 'same'],
    ['f7b4…28ef', 'ends'],
    ['f7b4...28ef', 'ends'],
    ['f7b4…28ee', 'other'],
    ['f7b5…28ef', 'other'],
    ['f…f', 'other'],
    ['f7b428ef', 'other'],
  ])('%s is the %s', (kept, is) => expect(keptIs(kept, all)).toBe(is));
});

const played: ShoeRecord = {
  ...seeded.record,
  shoe: { ...seeded.record.shoe, given_up: '' },
  checkpoint: '',
  keys: null,
};
const promise = played.promise as ShoePromise;
const promised = (more: Partial<ShoePromise>): ShoeRecord => ({ ...played, promise: { ...promise, ...more } });
const shoeWith = (more: Partial<ShoeRecord['shoe']>): ShoeRecord => ({ ...played, shoe: { ...played.shoe, ...more } });
const seedWith = (at: number, more: Partial<PlayerSeed>): ShoeRecord =>
  promised({ seeds: promise.seeds.map((seed, here) => (here === at ? { ...seed, ...more } : seed)) });
const cards = played.shoe.order.split(' ');
const [first] = played.rounds;
const dealt = (...drawn: string[]): ShoeRecord => ({
  ...played,
  rounds: [
    {
      ...first,
      drawn: drawn.map((some, at) => ({
        cards: some,
        when: { ...first.opened, position: first.opened.position + 1 + at },
      })),
    },
  ],
});
const found = async (record: ShoeRecord) => (await checked(record)).findings;
const after = (moment: { position: number; at: number }) => ({ ...moment, position: moment.position + 1000 });

describe('a shoe with seeds of players', () => {
  it('holds as the house dealt it', async () => {
    const check = await checked(played);
    expect([check.findings, check.computed]).toEqual([[], played.shoe.commitment]);
    expect(promise.seeds.map((seed) => !!seed.opened)).toEqual([true, false, true]);
  });
  it('has the order that the house works out, also of eight packs', async () => {
    expect((await orderOf(seeded.eight.mix)).join(' ')).toBe(seeded.eight.order);
  });
  it('fails when the house shows another seed', async () => {
    expect(await found(shoeWith({ seed: '00'.repeat(32) }))).toEqual([{ what: 'commitment' }, { what: 'order' }]);
  });
  it('fails when the house committed itself after it was sealed', async () => {
    const late = promised({ committed: after(played.shoe.sealed) });
    expect((await found(late))[0]).toEqual({ what: 'commitment' });
  });
  it('fails when two cards have changed places, in its third step', async () => {
    const cards = played.shoe.order.split(' ');
    const check = await checked(shoeWith({ order: [cards[1], cards[0], ...cards.slice(2)].join(' ') }));
    expect(wrongIn(check, 'order')).toEqual([{ what: 'order' }]);
    expect(wrongIn(check, 'house')).toEqual([]);
    expect(wrongIn(check, 'cards').length).toBeGreaterThan(0);
  });
  it.each([
    ['other', 0, { seed: '00'.repeat(32) }],
    ['early', 0, { committed: when(0) }],
    ['late', 1, { committed: after(promise.closed ?? when(0)) }],
    ['opened', 0, { opened: after(played.shoe.sealed) }],
  ] as const)('fails when a seed is %s', async (why, at, more) => {
    expect(await found(seedWith(at, more))).toContainEqual({ what: 'seed', number: at + 1, why });
  });
  it('fails when the house committed itself to no seed ahead', async () => {
    const check = await checked({ ...played, promise: null });
    expect(check.findings).toEqual([{ what: 'promise' }]);
    expect(wrongIn(check, 'house')).toEqual([{ what: 'promise' }]);
  });
  it('fails when the commitment is another', async () => {
    const other = played.shoe.commitment.replace(/^./, (digit) => (digit === '0' ? '1' : '0'));
    expect(await found(shoeWith({ commitment: other }))).toEqual([{ what: 'commitment' }]);
  });
  it('fails when a salt was exchanged', async () => {
    expect(await found(shoeWith({ salt: '00'.repeat(32) }))).toEqual([{ what: 'commitment' }]);
  });
  it('fails when a card came out of its turn, and says where', async () => {
    expect(await found(dealt(cards.slice(0, 3).join(' '), cards[4]))).toEqual([
      { what: 'cards', round: first.round, came: cards[4], wanted: cards[3] },
    ]);
  });
  it('fails when more cards came than there are', async () => {
    expect(await found(dealt(...cards, 'As'))).toEqual([{ what: 'cards', round: first.round, came: 'As', wanted: '' }]);
  });
  it('fails when it was sealed after betting opened', async () => {
    const late = shoeWith({ sealed: after(first.opened) });
    expect(await found(late)).toContainEqual({ what: 'sealed-late', round: first.round });
  });
  it('is whole packs, no card more and none less', () => {
    const decks = played.shoe.decks;
    expect(isWholePacks(cards, decks)).toBe(true);
    expect(isWholePacks(cards, decks + 1)).toBe(false);
    expect(isWholePacks([...cards.slice(1), cards[1]], decks)).toBe(false);
    expect(isWholePacks(cards.slice(1), decks)).toBe(false);
  });
  it('fails when an opened seed was left out', async () => {
    const left = await found(seedWith(0, { opened: null, seed: '', salt: '' }));
    expect(left).toEqual([{ what: 'seeds' }, { what: 'order' }]);
  });
});
