// Cards as people write them: a rank, and the sign of its suit.

const SIGN: Record<string, string> = { s: '♠', h: '♥', d: '♦', c: '♣' };

/** 10♠; a card that is face down stays as the house wrote it. */
export const signOf = (card: string): string =>
  card === '??' ? card : `${card[0] === 'T' ? '10' : card[0]}${SIGN[card[1]] ?? ''}`;

/** Of several cards as the house writes them. */
export const signsOf = (cards: string): string[] => cards.split(' ').filter(Boolean).map(signOf);

/** What the house says, with the cards in it. */
export const withSigns = (says: string): string => says.replace(/\b[2-9TJQKA][shdc]\b/g, signOf);
