// How the points of a hand come about: what each card counts, what two make, what the third makes of it.

import { baccarat } from '../../../text/baccarat';

/** `points` of all cards and `two` of the first two are the house's. */
export function sumOf(
  cards: string,
  counts: Readonly<Record<string, number>>,
  points: number,
  two: number | null,
): string {
  const worth = cards.split(' ').map((card) => counts[card[0]]);
  if (worth.length < 2 || worth.some((one) => one === undefined)) return '';
  const [first, second, third] = worth;
  const begun = first + second;
  const made = third === undefined ? points : (two ?? points);
  const said = baccarat.sum(first, second, begun, made);
  return third === undefined ? said : baccarat.sumThird(said, third, made + third, points);
}
