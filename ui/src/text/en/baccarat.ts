import { many } from './plural';

export const baccarat = {
  player: 'Player',
  banker: 'Banker',
  tie: 'Tie',
  hand: { player: 'Player hand', banker: 'Banker hand' },
  cards: 'Cards',
  bets: 'Bets',
  wins: (winner: number, other: number) => `wins ${winner} to ${other}`,
  tieAt: (points: number) => `at ${points}`,
  withPair: { b: 'with a Banker Pair', p: 'with a Player Pair', both: 'with a Player Pair and a Banker Pair' },
  noThird: 'no third card',
  nextCard: 'next card',
  thirdOf: { player: 'Player’s third card', banker: 'Banker’s third card' },
  afterReason: 'comes after its reason',
  sum: (first: number, second: number, sum: number, points: number) =>
    `${first} + ${second} = ${sum === points ? sum : `${sum}, so ${points}`}`,
  sumThird: (two: string, third: number, sum: number, points: number) =>
    `${two}, then ${third} makes ${sum === points ? sum : `${sum}, so ${points}`}`,
  onTable: (amount: string) => `table ${amount}`,
  pays: (odds: readonly string[]) => odds.join(' or '),
  roads: {
    all: 'Past rounds of this shoe',
    pick: 'Road to show',
    bead: 'Bead plate',
    big: 'Big road',
    eye: 'Big eye boy',
    small: 'Small road',
    cockroach: 'Cockroach road',
    derived: 'Derived',
    threeDerived: 'Big eye boy · small road · cockroach',
    empty: 'A new shoe: no round yet',
    told: (road: string, marks: number, last: string) =>
      marks ? `${road}: ${many(marks, 'mark')}, the last ${last}` : `${road}: no mark yet`,
    /** What a bead carries. */
    sign: { B: 'B', P: 'P', T: 'T' } as Record<string, string>,
    mark: { B: 'Banker', P: 'Player', T: 'Tie', '': 'Tie' } as Record<string, string>,
    colour: { R: 'red', B: 'blue' } as Record<string, string>,
  },
  counts: { banker: 'Banker', player: 'Player', tie: 'Tie', banker_pair: 'B Pair', player_pair: 'P Pair' },
};
