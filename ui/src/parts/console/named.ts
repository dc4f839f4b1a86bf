// Cards by their names, as they are read out: "Queen of hearts".

import { cards } from '../../text/cards';
import { console_ as text } from '../../text/console';
import { capital } from '../../text/sentence';

/** What the house writes as `Qh`; a card that is face down has no name. */
export const nameOf = (card: string): string =>
  card === '??' ? text.faceDown : capital(cards.face(card[0] ?? '', card[1] ?? ''));

/** A rank that still waits for its suit. */
export const nameOfRank = (rank: string): string => text.naming(capital(cards.rank(rank)));
