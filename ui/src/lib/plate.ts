// What stands on the plate beside a hand that has points.

import { cards as words } from '../text/cards';

const PICTURES = 'JQK';

export const isPictures = (cards: string): boolean => {
  const ranks = cards.split(' ').map((one) => one[0]);
  return ranks.length === 3 && ranks.every((rank) => rank !== undefined && PICTURES.includes(rank));
};

/** Three pictures beat every number of points: their plate says what they are. Where a table of play draws, points are all. */
export const plateOf = (points: number, cards: string, drawn = false): string =>
  !drawn && isPictures(cards) ? words.threePictures : String(points);
