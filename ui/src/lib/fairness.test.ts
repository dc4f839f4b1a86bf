import { describe, expect, it } from 'vitest';
import type { PlayerSeed, ShoePromise, ShoeRecord } from '../wire';
import { checked, commitmentOf, isWholePacks, keptIs, wrongIn } from './fairness';
import golden from './fairness.golden.json';
import seeded from './fairness.seeds.golden.json';
import { orderOf } from './order';

// Both files have shoes of the house itself; tests/server/shoes/test_fairness_page.py checks them.

const [one] = golden;
const cards = one.order.split(' ');
const when = (position: number) => ({ position, at: 1000 + position });

const record = (
  more: Partial<ShoeRecord['shoe']> = {},
  drawn: string[] = [cards.slice(0, 3).join(' '), cards[3]],
): ShoeRecord => ({
  table: 't1',
  shoe: { ...one, sealed: when(1), revealed: when(9), seed: '', seeds: [], given_up: '', ...more },
  promise: null,
  checkpoint: '',
  keys: null,
  rounds: [
    {
      round: 1,
      opened: when(2),
      ended: 'round-settled',
      drawn: drawn.map((dealt, at) => ({ cards: dealt, when: when(3 + at) })),
    },
  ],
});

describe('a commitment', () => {
  it.each(golden)('of $shoe is the one that the house publishes', async ({ shoe, decks, order, salt, commitment }) => {
    expect(await commitmentOf(shoe, decks, order, salt)).toBe(commitment);
  });
});

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

describe('a shoe from before there were seeds', () => {
  it('does not hold by itself: nothing was committed to ahead', async () => {
    const found = await checked(record());
    expect(found).toEqual({ computed: one.commitment, findings: [{ what: 'promise' }], cards: 4 });
    expect(wrongIn(found, 'house')).toEqual([{ what: 'promise' }]);
  });
  it('fails when the commitment is another', async () => {
    const found = await checked(
      record({ commitment: one.commitment.replace(/^./, (digit) => (digit === '0' ? '1' : '0')) }),
    );
    expect(found.findings.map(({ what }) => what)).toEqual(['promise', 'commitment']);
  });
  it('fails when two cards of the order have changed places', async () => {
    const swapped = [cards[1], cards[0], ...cards.slice(2)].join(' ');
    const found = await checked(record({ order: swapped }));
    expect(found.findings.map(({ what }) => what)).toEqual(['promise', 'commitment', 'cards']);
  });
  it('fails when a card came out of its turn, and says where', async () => {
    const found = await checked(record({}, [cards.slice(0, 3).join(' '), cards[4]]));
    expect(found.findings).toEqual([
      { what: 'promise' },
      { what: 'cards', round: 1, came: cards[4], wanted: cards[3] },
    ]);
  });
  it('fails when more cards came than there are', async () => {
    const found = await checked(record({}, [...cards, 'As']));
    expect(found.findings).toEqual([{ what: 'promise' }, { what: 'cards', round: 1, came: 'As', wanted: '' }]);
  });
  it('fails when a salt was exchanged', async () => {
    const found = await checked(record({ salt: '00'.repeat(32) }));
    expect(found.findings.map(({ what }) => what)).toEqual(['promise', 'commitment']);
  });
  it('fails when it was sealed after betting opened', async () => {
    const found = await checked(record({ sealed: when(3) }));
    expect(found.findings.map(({ what }) => what)).toEqual(['promise', 'sealed-late']);
  });
  it('is whole packs, no card more and none less', () => {
    expect(isWholePacks(cards, 1)).toBe(true);
    expect(isWholePacks(cards, 2)).toBe(false);
    expect(isWholePacks([...cards.slice(1), cards[1]], 1)).toBe(false);
    expect(isWholePacks(cards.slice(1), 1)).toBe(false);
  });
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
  it('fails when an opened seed was left out', async () => {
    const left = await found(seedWith(0, { opened: null, seed: '', salt: '' }));
    expect(left).toEqual([{ what: 'seeds' }, { what: 'order' }]);
  });
});
