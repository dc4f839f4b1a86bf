const RANKS: Readonly<Record<string, string>> = {
  A: 'an ace',
  K: 'a king',
  Q: 'a queen',
  J: 'a jack',
  T: 'a ten',
};
const NUMBERS = ['nothing', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine'];

/** The rules that decide money, as they stand on the felt. */
export const felt = {
  qualifies: (rank: string) => `Dealer qualifies with ${RANKS[rank] ?? rank} or better`,
  win: (odds: string) => `A win pays ${odds}`,
  winOf: (bet: string, odds: string) => `${bet} pays ${odds}`,
  winOn: (points: number, odds: string) => `A win on ${NUMBERS[points] ?? points} pays ${odds}`,
  winOfOn: (bet: string, points: number, odds: string) => `${bet} on ${NUMBERS[points] ?? points} pays ${odds}`,
  meter: (event: string) => `${event} wins the jackpot`,
};
