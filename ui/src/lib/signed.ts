// Cards as people say them.

const SIGN: Record<string, string> = { s: '♠', h: '♥', d: '♦', c: '♣' };

/** 10♠, as people say it. */
export const signed = (card: string): string =>
  card === '??' ? card : `${card[0] === 'T' ? '10' : card[0]}${SIGN[card[1]] ?? ''}`;

/** What the house says, with its cards as people say them. */
export const spoken = (says: string): string => says.replace(/\b[2-9TJQKA][shdc]\b/g, signed);
