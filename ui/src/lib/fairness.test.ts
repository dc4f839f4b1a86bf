import { describe, expect, it } from 'vitest';
import type { ShoeRecord } from '../wire';
import { checked, commitmentOf, isWholePacks } from './fairness';
import golden from './fairness.golden.json';

// fairness.golden.json has commitments of the house itself; tests/server/shoes/test_fairness_page.py checks them.

const [one] = golden;
const cards = one.order.split(' ');
const when = (position: number) => ({ position, at: 1000 + position });

const record = (
  more: Partial<ShoeRecord['shoe']> = {},
  drawn: string[] = [cards.slice(0, 3).join(' '), cards[3]],
): ShoeRecord => ({
  table: 't1',
  shoe: { ...one, sealed: when(1), revealed: when(9), ...more },
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

describe('a shoe that has ended', () => {
  it('holds when every card was the next one', async () => {
    expect(await checked(record())).toEqual({ computed: one.commitment, findings: [], cards: 4 });
  });
  it('fails when the commitment is another', async () => {
    const found = await checked(
      record({ commitment: one.commitment.replace(/^./, (digit) => (digit === '0' ? '1' : '0')) }),
    );
    expect(found.findings.map(({ what }) => what)).toEqual(['commitment']);
  });
  it('fails when two cards of the order have changed places', async () => {
    const swapped = [cards[1], cards[0], ...cards.slice(2)].join(' ');
    const found = await checked(record({ order: swapped }));
    expect(found.findings.map(({ what }) => what)).toEqual(['commitment', 'cards']);
  });
  it('fails when a card came out of its turn, and says where', async () => {
    const found = await checked(record({}, [cards.slice(0, 3).join(' '), cards[4]]));
    expect(found.findings).toEqual([{ what: 'cards', round: 1, came: cards[4], wanted: cards[3] }]);
  });
  it('fails when more cards came than there are', async () => {
    const found = await checked(record({}, [...cards, 'As']));
    expect(found.findings).toEqual([{ what: 'cards', round: 1, came: 'As', wanted: '' }]);
  });
  it('fails when a salt was exchanged', async () => {
    const found = await checked(record({ salt: '00'.repeat(32) }));
    expect(found.findings.map(({ what }) => what)).toEqual(['commitment']);
  });
  it('fails when it was sealed after betting opened', async () => {
    const found = await checked(record({ sealed: when(3) }));
    expect(found.findings.map(({ what }) => what)).toEqual(['sealed-late']);
  });
  it('is whole packs, no card more and none less', () => {
    expect(isWholePacks(cards, 1)).toBe(true);
    expect(isWholePacks(cards, 2)).toBe(false);
    expect(isWholePacks([...cards.slice(1), cards[1]], 1)).toBe(false);
    expect(isWholePacks(cards.slice(1), 1)).toBe(false);
  });
});
