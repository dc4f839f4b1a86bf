// Cards as they are typed, tapped, pasted or scanned: text in, the house's own writing out.

export const RANKS = ['A', '2', '3', '4', '5', '6', '7', '8', '9', 'T', 'J', 'Q', 'K'];
export const SUITS = ['s', 'h', 'd', 'c'];
const SIGNS: Record<string, string> = { '♠': 's', '♥': 'h', '♦': 'd', '♣': 'c' };

/** What a key means: a rank, a suit, or nothing of the kind; 0 is short for ten. */
export function rankOf(key: string): string | null {
  const rank = key === '0' ? 'T' : key.toUpperCase();
  return RANKS.includes(rank) ? rank : null;
}

export function suitOf(key: string): string | null {
  const suit = SIGNS[key] ?? key.toLowerCase();
  return SUITS.includes(suit) ? suit : null;
}

/** All cards of a text: `Kh 9s Td`, `KH,9S,10D`, `K♥9♠`. What is no card is left out. */
export function cardsOf(text: string): string[] {
  const found = text.matchAll(/(10|[2-9TJQKA])\s?([shdc♠♥♦♣])/giu);
  return [...found].map(([, rank, suit]) => `${rank === '10' ? 'T' : rank.toUpperCase()}${suitOf(suit)}`);
}
