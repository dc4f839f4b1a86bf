// Cards by their names, as they are read out: "Queen of hearts".

import { cards } from '../../text/cards';
import { console_ as text } from '../../text/console';

const large = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

/** What the house writes as `Qh`; a card that is face down has no name. */
export const nameOf = (card: string): string =>
  card === '??' ? text.faceDown : large(cards.face(card[0] ?? '', card[1] ?? ''));

/** A rank that still waits for its suit. */
export const naming = (rank: string): string => text.naming(large(cards.rank(rank)));
