import { expect, test } from 'vitest';
import { fill, placeSaid, placeTitle, sentenceOf, type Kinds } from '../../text/fill';
import golden from '../../text/en/events.golden.json';
import type { AnyEvent } from '../../wire';
import { house } from '../../text/house';
import { say } from '../../text/said';
import { tell } from './tell';

const title = (bet: string) => bet;
const of = (event: object): string =>
  tell({ by: 'd1', at: 0, clauses: [], ...event } as unknown as AnyEvent, false, title);

test('events in one line each', () => {
  expect(of({ event: 'betting-opened', round: 3 })).toBe('Betting opens for round 3');
  expect(of({ event: 'cards-dealt', to: 2, cards: '?? ?? ??' })).toBe('Box 2: face down');
  expect(of({ event: 'dealer-exposed', cards: 'Kh 9s Td' })).toBe('The dealer shows K♥ 9♠ 10♦');
  expect(of({ event: 'wager-placed', player: 'p1', bet: 'tie', box: 2, cents: 2500 })).toBe(
    'p1 places 25 on tie (box 2)',
  );
  expect(of({ event: 'option-chosen', player: 'p1', box: 2, option: 'withdraw' })).toBe(
    'p1 chooses: Take your bets back',
  );
});

test('what a dealer need not read is left out', () => {
  expect(of({ event: 'player-sat', player: 'p1', box: 2 })).toBe('');
  expect(of({ event: 'of-a-later-house' })).toBe('');
});

test('a place in a sentence and as a title', () => {
  const both = (place: number, drawnByTableau: boolean) => [
    placeSaid(place, drawnByTableau),
    placeTitle(place, drawnByTableau),
  ];
  expect([both(-1, false), both(0, false), both(2, false), both(0, true), both(1, true)]).toEqual([
    ['the burnt cards', 'Burnt cards'],
    ['the dealer', 'Dealer'],
    ['box 2', 'Box 2'],
    ['the Banker Hand', 'Banker Hand'],
    ['the Player Hand', 'Player Hand'],
  ]);
});

/** As the house writes them where no page has words of its own. */
const plain = (drawnByTableau: boolean): Kinds => ({
  money: (cents: number) => (cents / 100).toFixed(2),
  meter: (cents: string) => (Math.floor(Number(cents)) / 100).toFixed(2),
  said: say,
  cards: String,
  bet: String,
  shuffle: (how: string) => house.shuffle(how),
  option: String,
  irregularity: String,
  place: (place: number) => placeSaid(Number(place), drawnByTableau),
  remedies: (some: readonly string[]) => some.join(', '),
  options: (some: readonly string[]) => some.join(' or '),
  facts: (facts: object) =>
    Object.entries(facts)
      .map(([name, value]) => `${name}=${value}`)
      .join(', '),
  paid: (lines: readonly { back_cents: number }[]) =>
    (lines.reduce((sum, line) => sum + line.back_cents, 0) / 100).toFixed(2),
});

test.each(golden.map((sample) => [sample.says, sample] as const))('the house and the pages say: %s', (_, sample) => {
  const filled = (form: 'says' | 'short'): string =>
    fill(sentenceOf(sample.event.event, form), sample.event, plain(sample.tableau));
  expect([filled('says'), filled('short')]).toEqual([sample.says, sample.short]);
});
