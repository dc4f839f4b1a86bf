import type { Text } from '../language.svelte';

const SUITS: Record<string, string> = { s: '黑桃', h: '红桃', d: '方块', c: '梅花' };

export const cards: Text['cards'] = {
  threePictures: '三公',
  face: (rank, suit) => `${SUITS[suit]} ${rank.replace('T', '10')}`,
  rank: (rank) => rank.replace('T', '10'),
  suit: (suit) => SUITS[suit],
  back: '面朝下的牌',
  chip: (value) => `${value} 元筹码`,
};
