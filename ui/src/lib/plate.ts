// What stands on the plate beside a hand that has points.

import { cards as words } from '../text/cards';

const PICTURES = 'JQK';

export const isPictures = (cards: string): boolean =>
  cards !== '' && cards.split(' ').every(([rank]) => PICTURES.includes(rank));

/** Three pictures beat every number of points: their plate says what they are. */
export const plateOf = (points: number, cards: string): string =>
  isPictures(cards) ? words.threePictures : String(points);
