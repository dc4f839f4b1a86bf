// Where things lie on the felt: a drawing matter, not a rule.

import { common } from '../text/common';
import type { BetCard, GameCard, Spot } from '../wire';

export type Laid = BetCard & { readonly spot: Spot };

/** The bets that have a spot, in the order of the game: the one that others need comes first. */
export const laidOut = (card: GameCard): readonly Laid[] => card.bets.filter((bet): bet is Laid => bet.spot !== null);

const READ: readonly Spot[] = ['upper-left', 'upper-centre', 'upper-right', 'lower-left', 'centre', 'lower-right'];

/** From the upper row to the lower. */
export const asRead = (bets: readonly Laid[]): readonly Laid[] =>
  [...bets].sort((one, other) => READ.indexOf(one.spot) - READ.indexOf(other.spot));

/** More than three spots want a wider box, and short names on the boxes of others. */
export const isCrowded = (card: GameCard): boolean => laidOut(card).length > 3;

/** For small spots of other boxes; the own box has the whole name. */
export const initials = (title: string): string => common.brief(title);

const EDGE = 690;
const HALF = 95;
/** Half of the box before the player; with an open hand or many spots it is wider. */
const OWN_HALF = 204;
const OWN_HALF_WIDE = 252;
const OWN_HALF_OF_EIGHT = 222;
const FELT_HALF = 790;
/** No two small boxes are closer to each other. */
const APART = 160;
const APART_OF_EIGHT = 145;

const onTheArc = (x: number): number => 22 + (x / 668) ** 2 * 262;

/**
 * The middle of a box on a felt of 1580 by 892, from the middle and the lower edge. Box 1 is at the
 * player's right. The others share what room the own box leaves at its sides.
 */
export function boxAt(box: number, boxes: number, own: number | null, wide = false): { x: number; y: number } {
  const step = boxes > 7 ? 188 : 216;
  const even = (one: number): number => ((boxes + 1) / 2 - one) * step;
  const kept = (x: number, edge: number): number => Math.max(-edge, Math.min(edge, x));
  if (own === null) return { x: kept(even(box), EDGE), y: onTheArc(kept(even(box), EDGE)) };
  const half = !wide ? OWN_HALF : boxes > 7 ? OWN_HALF_OF_EIGHT : OWN_HALF_WIDE;
  const least = boxes > 7 ? APART_OF_EIGHT : APART;
  const room = (others: number): number => (others ? EDGE - half - HALF - (others - 1) * least : FELT_HALF - half - 10);
  const middle = Math.max(-room(boxes - own), Math.min(room(own - 1), even(own)));
  if (box === own) return { x: middle, y: onTheArc(middle) };
  const side = box < own ? 1 : -1;
  const beside = box < own ? own - 1 : boxes - own;
  const nearest = side * middle + half + HALF;
  const apart = beside > 1 ? Math.min(step, (EDGE - nearest) / (beside - 1)) : 0;
  const x = side * Math.min(EDGE, nearest + (Math.abs(box - own) - 1) * apart);
  return { x, y: onTheArc(x) };
}
